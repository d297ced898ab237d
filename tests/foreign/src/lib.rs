//! Tests of the types of other crates that have derivatives as features: they stand in `tests/`.
