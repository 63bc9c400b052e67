//! Cached capabilities.

use std::sync::{PoisonError, RwLock};

use domain::Capabilities;

/// Capabilities at the last check. Before the first one, everything counts as possible.
#[derive(Debug)]
pub(crate) struct KnownCapabilities(RwLock<CapabilityPair>);

/// Capabilities of this process, and of the installation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CapabilityPair {
    pub(crate) of_process: Capabilities,
    pub(crate) of_installation: Capabilities,
}

impl KnownCapabilities {
    pub(crate) fn get(&self) -> CapabilityPair {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, capabilities: CapabilityPair) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = capabilities;
    }
}

impl Default for KnownCapabilities {
    fn default() -> Self {
        Self(RwLock::new(CapabilityPair {
            of_process: Capabilities::ALL,
            of_installation: Capabilities::ALL,
        }))
    }
}
