//! The names of the methods of slices, in traits that stand before the slices' own where rustc looks for a method.
//!
//! [`of_list!`](crate::of_list) and [`of_slice!`](crate::of_slice) bring one into scope and prove that it is found. A trait that each
//! function had to itself would cost rustc more than the proof.

macro_rules! methods_of_slices {
    ($($method:ident($($argument:tt)*))*) => {
        /// Beside the methods that take a vector or an array itself.
        #[allow(non_camel_case_types)]
        pub mod of_lists {
            $(
                /// Stands before the method of slices of this name.
                pub trait $method {
                    /// Has its name.
                    fn $method(&mut self $(, _: $argument)*) -> $crate::Expected {
                        $crate::Expected
                    }
                }
                impl<T> $method for Vec<T> {}
                impl<T, const N: usize> $method for [T; N] {}
            )*
        }

        /// Beside the methods that only read a slice.
        #[allow(non_camel_case_types)]
        pub mod of_readers {
            $(
                /// Stands before the method of slices of this name, if that writes.
                pub trait $method {
                    /// Has its name.
                    fn $method(&self $(, _: $argument)*) -> $crate::Expected {
                        $crate::Expected
                    }
                }
                impl<T> $method for [T] {}
            )*
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($method)),*];
    };
}

methods_of_slices! {
    iter() iter_mut() first() last() first_mut() last_mut() split_first() split_last() split_at(())
    split_at_mut(()) windows(()) chunks(()) chunks_mut(()) chunks_exact(()) chunks_exact_mut(()) rchunks(())
    to_vec() swap(() ()) reverse() fill(()) fill_with(()) rotate_left(()) rotate_right(()) copy_from_slice(())
    clone_from_slice(()) copy_within(() ()) sort() sort_unstable() sort_by(()) sort_unstable_by(())
    sort_by_key(()) sort_unstable_by_key(()) binary_search(()) binary_search_by(()) partition_point(())
    contains(()) starts_with(()) ends_with(()) is_sorted() is_sorted_by(()) is_sorted_by_key(()) get(())
    get_mut(()) get_disjoint_mut(()) get_many_mut(()) split_first_mut() split_last_mut() split_at_checked(())
    first_chunk() last_chunk() as_chunks() array_chunks() array_windows() rchunks_mut(()) rchunks_exact(())
    rchunks_exact_mut(()) chunk_by(()) chunk_by_mut(()) split(()) rsplit(()) splitn(() ()) sort_by_cached_key(())
    select_nth_unstable(()) select_nth_unstable_by(() ()) binary_search_by_key(() ()) swap_with_slice(())
    strip_prefix(()) strip_suffix(()) concat() join(()) repeat(()) as_ptr() as_mut_ptr()
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    #[test]
    fn has_every_method_of_slices_that_the_compiler_knows() {
        let known = include_str!("../../ad-macro/compiler/src/infer/known_methods.txt");
        let methods = |of: &str| {
            let (_, rows) = known.split_once(of).expect("the table has the type");
            let (rows, _) = rows.split_once("\n}").expect("the rows end");
            let names = rows.lines().filter_map(|row| row.split_once("fn "));
            names
                .map(|(_, row)| row.split(['(', '<']).next().expect("a method has a name").to_string())
                .collect::<Vec<_>>()
        };
        let of_vectors = methods("impl<T> Vec<T> {");
        let mut of_slices = methods("impl<T> [T] {");
        of_slices.retain(|name| !of_vectors.contains(name));
        assert_eq!(of_slices, NAMES);
    }
}
