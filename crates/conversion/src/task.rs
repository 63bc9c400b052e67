//! Tasks.

use std::path::Path;
use std::sync::Arc;

use books::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;
use speech::Engine;

use crate::{Result, Writers};

/// Progress of a task: steps done, of all steps; 0 while unknown.
pub type Steps = (usize, usize);

pub struct TaskTools<'a> {
    pub folder: &'a Path,
    pub engine: &'a Arc<dyn Engine>,
    /// Writers that the program injects.
    pub writers: &'a Writers,
    /// Receives the progress of the task, and returns whether it must stop.
    pub watch: &'a mut dyn FnMut(usize, usize) -> Option<Stop>,
    /// Takes a part of a long result. Waits while those before have not been taken.
    pub send: &'a mut dyn FnMut(Vec<u8>) -> Result<()>,
}

/// A piece of work on the files of a folder.
pub trait Task: Send + 'static {
    /// Its result, besides the files that it makes.
    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// Runs the task.
    ///
    /// # Errors
    /// The file is at fault, or the machine.
    fn run(self, tools: &mut TaskTools<'_>) -> Result<Self::Output>;
}
