//! Texts carry no derivative: what a function writes to one is taken back in the reverse sweep.

use crate::found::{At, ByMut, at};
use crate::workspace::Workspace;

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
pub trait TextMethods: Sized {
    /// Whose method this is.
    fn push_str_differentiable_at(&self, _text: &str) -> At<Self, ByMut> {
        at()
    }

    /// `text.push_str(other)`, with the length before.
    fn push_str_differentiable_push(&mut self, other: &str, ws: &mut Workspace) -> ((), usize);

    /// The pullback of `push_str`.
    fn push_str_differentiable_pull(
        &mut self,
        len: usize,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut ()>,
        other: (&str, Option<&mut ()>),
    ) -> ((),);
}

impl TextMethods for String {
    #[inline]
    fn push_str_differentiable_push(&mut self, other: &str, _: &mut Workspace) -> ((), usize) {
        let len = self.len();
        self.push_str(other);
        ((), len)
    }

    #[inline]
    fn push_str_differentiable_pull(
        &mut self,
        len: usize,
        _: &mut Workspace,
        (): (),
        _: Option<&mut ()>,
        _: (&str, Option<&mut ()>),
    ) -> ((),) {
        self.truncate(len);
        ((),)
    }
}
