//! Tests of the types of other crates that have derivatives as features: they stand in `tests/`, and the examples of the document
//! about these types are tests here.

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/foreign-types.md")]
struct ForeignTypes;
