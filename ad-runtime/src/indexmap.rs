//! indexmap's sets carry no derivative, and neither do the positions of entries. Its maps are among the others, in `maps.rs`.

use crate::differentiable::Differentiable;
use crate::found::{At, ByRef, at};
use crate::inactive::rigid;
use crate::workspace::Workspace;
use indexmap::{IndexMap, IndexSet};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

rigid!([T: 'static, S: 'static] IndexSet<T, S>);

/// Where an item stands: what is asked of a set that is a part of a value with a derivative.
macro_rules! positions {
    ($(#[$of_trait:meta])* $Trait:ident for $($List:ident)::+<$K:ident $(, $V:ident: $bound:path)?>) => {
        $(#[$of_trait])*
        pub trait $Trait<$K>: Differentiable {
            /// Whose method this is.
            fn get_index_of_marked_differentiable<Q>(&self, _key: &Q) -> At<Self, ByRef>
            where
                $K: Borrow<Q>,
                Q: Eq + Hash + ?Sized,
            {
                at()
            }

            /// `items.get_index_of(&key)`.
            fn get_index_of_differentiable_push<Q>(&self, key: &Q, _ws: &mut Workspace) -> (Option<usize>, ())
            where
                $K: Borrow<Q>,
                Q: Eq + Hash + ?Sized;

            /// Nothing flows back.
            fn get_index_of_differentiable_pull<Q: ?Sized, B: ?Sized>(
                &self,
                _kept: (),
                _ws: &mut Workspace,
                _seed: Option<()>,
                _bar: Option<&mut Self::Cotangent>,
                _key: (&Q, Option<&mut B>),
            ) {
            }
        }

        impl<$K: Eq + Hash + 'static $(, $V: $bound)?, S: BuildHasher + 'static> $Trait<$K> for $($List)::+<$K $(, $V)?, S>
        where
            Self: Differentiable,
        {
            #[inline]
            fn get_index_of_differentiable_push<Q>(&self, key: &Q, _ws: &mut Workspace) -> (Option<usize>, ())
            where
                $K: Borrow<Q>,
                Q: Eq + Hash + ?Sized,
            {
                (self.get_index_of(key), ())
            }
        }
    };
}

positions! {
    /// The positions of a set's items.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use indexmap::IndexSet;
    ///
    /// let set = IndexSet::from(['a', 'b']);
    /// assert_eq!(set.get_index_of_differentiable_push(&'b', &mut ad_runtime::Workspace::new()).0, Some(1));
    /// ```
    ItemPositions for IndexSet<K>
}

positions! {
    /// The positions of a map's entries.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use indexmap::IndexMap;
    ///
    /// let map = IndexMap::from([('a', 1.0), ('b', 2.0)]);
    /// assert_eq!(map.get_index_of_differentiable_push(&'b', &mut ad_runtime::Workspace::new()).0, Some(1));
    /// ```
    EntryPositions for IndexMap<K, V: Differentiable>
}

impl<K, S> crate::sweep::GoneThrough for IndexSet<K, S> {
    #[inline(always)]
    fn count_items(&self) -> usize {
        self.len()
    }
}
