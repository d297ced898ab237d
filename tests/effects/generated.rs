//! Written by the generator.

use crate::{note, noted, program, smooth};
use pullback::{differentiable, no_diff};
use std::cell::Cell;

pub const PROGRAMS: &[crate::Program] = &[];
