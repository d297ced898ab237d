//! Written by the generator.

use crate::{noted, note, program, smooth};
use pullback::{differentiable, no_diff};
use std::cell::Cell;

pub const PROGRAMS: &[crate::Program] = &[
];
