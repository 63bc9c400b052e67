//! Cached capabilities.

use std::sync::{PoisonError, RwLock};

use domain::capabilities::Capabilities;

/// Capabilities at the last check. Before the first one, everything counts as possible.
#[derive(Debug)]
pub(crate) struct Known(RwLock<Two>);

/// What this process can make, and what the installation can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Two {
    pub(crate) here: Capabilities,
    pub(crate) anywhere: Capabilities,
}

impl Known {
    pub(crate) fn get(&self) -> Two {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, two: Two) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = two;
    }
}

impl Default for Known {
    fn default() -> Self {
        Self(RwLock::new(Two { here: Capabilities::ALL, anywhere: Capabilities::ALL }))
    }
}
