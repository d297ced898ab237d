//! Ranges with their ends, as loops of the sweeps go through them.
//!
//! Original: `for i in low..=high { … }`
//! Emitted:  `for i in through(low, high) { … }`, from the end `through(low, high).rev()`

/// What `low..=high` gives, counted before the loop: the range of std asks in each iteration whether it was the last one.
///
/// ```
/// assert!(ad_runtime::through(1, 3).eq([1, 2, 3]));
/// assert!(ad_runtime::through(-128_i8, 127).eq(-128..=127));
/// assert!(ad_runtime::through(254_u8, 255).rev().eq([255, 254]));
/// assert!(ad_runtime::through(3, 2).next().is_none());
/// ```
#[inline(always)]
pub fn through<T: Through>(low: T, high: T) -> impl DoubleEndedIterator<Item = T> {
    T::through(low, high)
}

/// A number or character that a loop goes through.
pub trait Through: Sized {
    /// See [`through`](fn@through).
    fn through(low: Self, high: Self) -> impl DoubleEndedIterator<Item = Self>;
}

macro_rules! counted {
    ($($Int:ident)*) => {$(
        impl Through for $Int {
            #[inline(always)]
            fn through(low: Self, high: Self) -> impl DoubleEndedIterator<Item = Self> {
                // Nobody comes to the last of more than can be counted.
                let apart = || usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX).saturating_add(1);
                let count = if low <= high { apart() } else { 0 };
                (0..count).map(move |i| low.wrapping_add(i as $Int))
            }
        }
    )*};
}

counted!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Through for char {
    #[inline]
    fn through(low: Self, high: Self) -> impl DoubleEndedIterator<Item = Self> {
        low..=high
    }
}
