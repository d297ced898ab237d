//! The intermediate representation: A-normal form over places, for the primal and for the adjoint alike.
//!
//! ```text
//! function := params block
//! block    := stmt* result?
//! stmt     := let x = op(atoms) | let x | place = atom | place op= operand | call | if | loop | effect | …
//! place    := variable (index | range | field | deref)*
//! atom     := immutable variable | literal | path
//! ```
//!
//! Input:  the signature's types (`syn`, `Ty`)
//! Output: `Function`, `Block`, `Stmt`, `Op`, `Place`; queries on them; their printed form; the verifier
//!
//! A variable is defined once; a mutable one is then changed only through places, and read only by `Op::Read`, `Op::Opaque`
//! and by-reference operands. No variable has a reference type: a reference is a place. After `analysis/structurize.rs` there is no
//! `break`, `continue` or `return`.
//!
//! Invariant: the IR is data and queries. What transforms it stands in the layers after it, but for `dce` and `rename`; only the verifier
//! asks which pass has run.

pub mod accessors;
pub mod affine_index;
pub mod alias;
pub mod calls;
pub mod dce;
pub mod effects;
pub mod function;
pub mod loops;
pub mod opaque;
pub mod place;
pub mod plan;
pub mod planned;
pub mod print;
pub mod proofs;
pub mod rename;
pub mod spell;
pub mod statement;
pub mod sweeps;
pub mod tape;
pub mod verify;

pub use crate::ir::calls::*;
pub use crate::ir::function::*;
pub use crate::ir::opaque::*;
pub use crate::ir::place::*;
pub use crate::ir::statement::*;
pub use crate::ir::tape::*;
