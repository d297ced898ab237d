//! The models among the examples learn, at a reduced size.

mod digits;
mod treelstm;
