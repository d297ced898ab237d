//! Stands for polars, of which RustQuant's errors name one type: polars takes longer to compile than all that is tested here.

pub mod error {
    #[derive(Debug)]
    pub struct PolarsError;

    impl std::fmt::Display for PolarsError {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("polars is a stub here")
        }
    }

    impl std::error::Error for PolarsError {}
}
