//! Texts carry no derivative: what a function writes to one is taken back in the reverse sweep.

use crate::foreign::rows;

rows! {
    /// The twins of a text's methods.
    ///
    /// ```
    /// use ad_runtime::TextMethods as _;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let mut name = String::from("a");
    /// let ((), len) = name.push_str_differentiable_push("bc", &mut ws);
    /// assert_eq!(name, "abc");
    /// name.push_str_differentiable_pull(len, &mut ws, (), None, ("bc", None));
    /// assert_eq!(name, "a");
    /// ```
    TextMethods[][] for [] String;

    /// `text.push_str(other)`, with the length before.
    /// The pullback of `push_str`.
    fn push_str(mut x, other: lent str), keeps usize, gives ((),);
        value {
            let len = x.len();
            x.push_str(other);
            ((), len)
        }
        adjoint |len, (), _, _| { x.truncate(len); ((),) }
}
