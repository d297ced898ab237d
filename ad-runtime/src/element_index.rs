//! The index of an element of an array by its number, row by row.

use ndarray::{ArrayBase, ArrayRef, Data, Dimension, Ix1, Ix2, Ix3, Ix4};
use std::collections::{BTreeMap, HashMap};

/// The index of the element with a number: where only rustc knows how many axes an array has, this finds its elements one after the
/// other.
///
/// ```
/// use ad_runtime::ElementIndex as _;
/// use ndarray::arr2;
///
/// let m = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// assert_eq!(m[m.index_of_element(4)], 5.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be gone through where a derivative flows through them",
    note = "write it with `.mapv(..)` and operators, or take an array whose number of axes is known, of up to four"
)]
pub trait ElementIndex {
    /// What indexes one element.
    type Index: Copy;

    /// The index of element number `k`.
    fn index_of_element(&self, k: usize) -> Self::Index;
}

impl<T> ElementIndex for [T] {
    type Index = usize;
    #[inline(always)]
    fn index_of_element(&self, k: usize) -> usize {
        k
    }
}

impl<A> ElementIndex for ArrayRef<A, Ix1> {
    type Index = usize;
    #[inline(always)]
    fn index_of_element(&self, k: usize) -> usize {
        k
    }
}

macro_rules! element_index {
    ($($dim:ident $axes:literal)*) => {$(
        impl<A> ElementIndex for ArrayRef<A, $dim> {
            type Index = [usize; $axes];
            #[inline(always)]
            fn index_of_element(&self, k: usize) -> [usize; $axes] {
                position(self.shape(), k)
            }
        }
    )*};
}

element_index! { Ix2 2 Ix3 3 Ix4 4 }

/// Where an array of this shape has its element number `k`.
#[inline(always)]
fn position<const N: usize>(shape: &[usize], mut k: usize) -> [usize; N] {
    let mut index = [0; N];
    for axis in (0..N).rev() {
        index[axis] = k % shape[axis];
        k /= shape[axis];
    }
    index
}

/// The way to the element with a number, of an array with any number of axes.
#[derive(Clone, Copy, Debug)]
pub struct ElementNumber(pub usize);

/// What an [`ElementNumber`] does, and one that is known on one way through the function only.
///
/// ```
/// use ad_runtime::{ElementNumber, Numbering};
/// use ndarray::arr2;
///
/// let (m, mut m_bar) = (arr2(&[[1.0, 2.0], [3.0, 4.0]]), arr2(&[[0.0, 0.0], [0.0, 0.0]]));
/// *ElementNumber(2).bar_mut(&mut m_bar) += *ElementNumber(2).of(&m);
/// assert_eq!(m_bar[(1, 0)], 3.0);
/// ```
pub trait Numbering {
    /// The number.
    fn number(&self) -> usize;
    /// The element.
    #[inline(always)]
    fn of<'v, A, D: Dimension>(&self, array: &'v ArrayRef<A, D>) -> &'v A {
        &array[index(array, self.number())]
    }
    /// The element, to be written.
    #[inline(always)]
    fn of_mut<'v, A, D: Dimension>(&self, array: &'v mut ArrayRef<A, D>) -> &'v mut A {
        let at = index(array, self.number());
        &mut array[at]
    }
    /// Its cotangent.
    #[inline(always)]
    fn bar<'v, A, D: Dimension>(&self, bar: &'v ArrayRef<A, D>) -> &'v A {
        self.of(bar)
    }
    /// Its cotangent, to be added to.
    #[inline(always)]
    fn bar_mut<'v, A, D: Dimension>(&self, bar: &'v mut ArrayRef<A, D>) -> &'v mut A {
        self.of_mut(bar)
    }
}

impl Numbering for ElementNumber {
    #[inline(always)]
    fn number(&self) -> usize {
        self.0
    }
}

impl Numbering for Option<ElementNumber> {
    #[inline(always)]
    fn number(&self) -> usize {
        self.expect("the element is reached where it was").0
    }
}

/// The index of element number `k`.
#[inline(always)]
fn index<A, D: Dimension>(array: &ArrayRef<A, D>, mut k: usize) -> D {
    let mut index = D::zeros(array.ndim());
    for (at, length) in index.slice_mut().iter_mut().zip(array.shape()).rev() {
        *at = k % length;
        k /= length;
    }
    index
}

/// The elements of what is gone through one after the other, where only rustc knows what that is.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'l, L: ?Sized>(&'l L);

/// The elements of a list, or of an array of any number of axes.
///
/// ```
/// use ad_runtime::{OtherElements as _, elements};
/// use ndarray::arr2;
///
/// let (list, m) = (vec![1.0, 2.0, 3.0], arr2(&[[1.0, 2.0], [3.0, 4.0]]));
/// assert_eq!(list[elements(&list).at(2)], 3.0);
/// assert_eq!(m[elements(&m).at(2)], 3.0);
/// ```
#[inline(always)]
pub fn elements<L: ?Sized>(list: &L) -> <L as HasElements>::Elements<'_> {
    Elements(list)
}

/// Anything that may be gone through: of what is in error, `Elements` are as well, and rustc looks for no methods there.
#[doc(hidden)]
pub trait HasElements {
    /// Its elements.
    type Elements<'l>
    where
        Self: 'l;
}

impl<L: ?Sized> HasElements for L {
    type Elements<'l>
        = Elements<'l, L>
    where
        Self: 'l;
}

/// What indexes an element of anything that is no array.
pub trait OtherElements {
    /// The number itself.
    #[inline(always)]
    fn at(&self, k: usize) -> usize {
        k
    }
}

impl<L: ?Sized> OtherElements for Elements<'_, L> {}

macro_rules! elements_of_arrays {
    ($($array:ty),*) => {$(
        impl<S: Data, D: Dimension> Elements<'_, $array> {
            /// The index of element number `k`. It is found before that of [`OtherElements`].
            #[inline(always)]
            pub fn at(&self, k: usize) -> D {
                index(self.0, k)
            }
        }
    )*};
}

elements_of_arrays! { ArrayBase<S, D>, &ArrayBase<S, D>, &mut ArrayBase<S, D> }

/// What no map is: its type is to be written where it is gone through.
#[diagnostic::on_unimplemented(
    message = "the entries of a map are gone through here, which its derivative does not see",
    label = "a map, taken for a list",
    note = "say that the field is one: `#[differentiable(types(.field = HashMap<_, _>))]`; or give it a name with its type: `let map: &HashMap<_, _> = ..`"
)]
pub trait ListOfElements {}

macro_rules! elements_of_maps {
    ($($map:ty where $($kinds:ident),*;)*) => {$(
        impl<$($kinds),*> Elements<'_, $map> {
            /// No list has this.
            pub fn at(&self, k: usize) -> usize
            where
                Self: ListOfElements,
            {
                k
            }
        }
    )*};
}

elements_of_maps! {
    HashMap<K, V, S> where K, V, S;
    &HashMap<K, V, S> where K, V, S;
    &mut HashMap<K, V, S> where K, V, S;
    BTreeMap<K, V> where K, V;
    &BTreeMap<K, V> where K, V;
    &mut BTreeMap<K, V> where K, V;
}
