//! The stack of a recursive function's calls.

use crate::sweep::pop;
use crate::workspace::Workspace;

/// What the calls of a recursive function keep for the way back, in the order in which they return: the backward sweep takes
/// the frames in exactly the opposite one.
///
/// ```
/// use ad_runtime::{Frames, Workspace};
///
/// let mut workspace = Workspace::new();
/// let mut frames = Frames::new(&mut workspace, |x: f64| x * x);
/// let square = frames.step();
/// frames.push(square(3.0));
/// assert_eq!(frames.pop(), 9.0);
/// frames.give_back(&mut workspace);
/// ```
#[derive(Debug)]
pub struct Frames<Step, Frame> {
    step: Step,
    frames: Vec<Frame>,
}

impl<Step: Copy, Frame: 'static> Frames<Step, Frame> {
    /// No frames yet, in memory of the workspace.
    #[inline]
    pub fn new(workspace: &mut Workspace, step: Step) -> Self {
        Frames {
            step,
            frames: workspace.tape(),
        }
    }

    /// The two sweeps of one call.
    #[inline(always)]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Puts a frame on the stack.
    #[inline(always)]
    pub fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Takes the last frame.
    ///
    /// # Panics
    /// If there is none: the backward sweep takes exactly what the forward sweep put there.
    #[inline(always)]
    pub fn pop(&mut self) -> Frame {
        pop(&mut self.frames)
    }

    /// Gives the memory back.
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        workspace.recycle(self.frames);
    }
}
