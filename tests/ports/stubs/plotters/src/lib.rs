//! Stands for plotters, which a macro of RustQuant_utils names where it is called, in tests of RustQuant that are not run here.
