//! What a variable that is set aside is given, where what it answers is used.

/// The value itself. The compiler has reported it if it carries a derivative, which would be lost in the answer.
///
/// ```
/// assert_eq!(ad_runtime::given::no_diff(1.5), 1.5);
/// ```
#[inline(always)]
pub const fn no_diff<T>(value: T) -> T {
    value
}
