//! Parts of matrices that are put back after they were written.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix};

/// Puts a part of a matrix there where it begins at this row and this column.
///
/// ```
/// use nalgebra::{Matrix2, Vector2};
///
/// let mut m = Matrix2::new(1.0, 2.0, 3.0, 4.0);
/// ad_runtime::overwrite_part(&mut m, 0, 1, &Vector2::new(5.0, 6.0));
/// assert_eq!(m, Matrix2::new(1.0, 5.0, 3.0, 6.0));
/// ```
///
/// # Panics
/// If it is larger than the matrix there.
#[inline]
pub fn overwrite_part<A: Scalar, R: Dim, C: Dim, P: Dim, Q: Dim>(
    m: &mut OMatrix<A, R, C>,
    row: usize,
    column: usize,
    part: &OMatrix<A, P, Q>,
) where
    DefaultAllocator: Allocator<R, C> + Allocator<P, Q>,
{
    m.generic_view_mut((row, column), part.shape_generic()).copy_from(part);
}

/// [`overwrite_part`](crate::overwrite_part()), and a pullback that puts back what was there before: the part's cotangent is the
/// same part of the matrix's, of which zeros stay.
///
/// ```
/// use nalgebra::{Matrix2, Vector2};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (mut m, part) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Vector2::new(5.0, 6.0));
/// let ((), pullback) = ad_runtime::twins::overwrite_part(&mut ws, &mut m, 0, 1, &part);
/// let (mut m_bar, mut part_bar) = (Matrix2::new(1.0, 1.0, 1.0, 1.0), Vector2::zeros());
/// pullback(&mut ws, (), (&mut m, Some(&mut m_bar)), (), (), (&part, Some(&mut part_bar)));
/// assert_eq!((m, part_bar), (Matrix2::new(1.0, 2.0, 3.0, 4.0), Vector2::new(1.0, 1.0)));
/// assert_eq!(m_bar, Matrix2::new(1.0, 0.0, 1.0, 0.0));
/// ```
#[inline]
pub fn overwrite_part_twin<A: Scalar, R: Dim, C: Dim, P: Dim, Q: Dim>(
    _: &mut Workspace,
    m: &mut OMatrix<A, R, C>,
    row: usize,
    column: usize,
    part: &OMatrix<A, P, Q>,
) -> (
    (),
    impl FnOnce(
        &mut Workspace,
        (),
        (&mut OMatrix<A, R, C>, Option<&mut OMatrix<A, R, C>>),
        (),
        (),
        (&OMatrix<A, P, Q>, Option<&mut OMatrix<A, P, Q>>),
    ) -> ((), (), (), ())
    + use<A, R, C, P, Q>,
)
where
    DefaultAllocator: Allocator<R, C> + Allocator<P, Q>,
{
    let mut before = part.zero_like();
    before.copy_from(&m.generic_view((row, column), part.shape_generic()));
    overwrite_part(m, row, column, part);
    let pullback = move |_: &mut Workspace,
                         (): (),
                         (m, bar): (&mut OMatrix<A, R, C>, Option<&mut OMatrix<A, R, C>>),
                         (): (),
                         (): (),
                         (_, part_bar): (&OMatrix<A, P, Q>, Option<&mut OMatrix<A, P, Q>>)| {
        overwrite_part(m, row, column, &before);
        if let Some(bar) = bar {
            let mut there = bar.generic_view_mut((row, column), before.shape_generic());
            if let Some(part_bar) = part_bar {
                for (part_bar, bar) in part_bar.iter_mut().zip(there.iter()) {
                    *part_bar += *bar;
                }
            }
            there.fill(A::ZERO);
        }
        ((), (), (), ())
    };
    ((), pullback)
}
