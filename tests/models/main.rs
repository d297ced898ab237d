//! The models among the examples learn, at a reduced size; operations of tensors and functions of arrays as models have them.

mod arrays;
mod contract;
mod digits;
mod treelstm;
