//! Capabilities of this process, and of the whole installation.

use std::sync::PoisonError;

use domain::{AudioTools, Capabilities};

use crate::Delivery;
use crate::delivery::KnownCapabilities;

impl Delivery {
    /// Capabilities of the installation: of this process or any other that makes formats.
    pub fn capabilities(&self) -> Capabilities {
        self.known_capabilities().of_installation
    }

    pub fn own_capabilities(&self) -> Capabilities {
        self.known_capabilities().of_process
    }

    pub fn set_capabilities(&self, here: Capabilities, anywhere: Capabilities) {
        *self.state().capabilities.write().unwrap_or_else(PoisonError::into_inner) =
            KnownCapabilities { of_process: here, of_installation: anywhere };
    }

    fn known_capabilities(&self) -> KnownCapabilities {
        *self.state().capabilities.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks for the tools of this machine, on a blocking thread: the engine has to speak a test sentence.
    pub async fn find_tools(&self) -> Capabilities {
        let engine = self.workshop().engine();
        let check = move || {
            let audio = match (speech::is_encoder_installed(), engine.check()) {
                (false, _) => AudioTools::None,
                (true, Err(_)) => AudioTools::Encoder,
                (true, Ok(_)) => AudioTools::Speech,
            };
            Capabilities { audio, braille: books::brf::is_installed() }
        };
        // After a panic, no formats are offered.
        tokio::task::spawn_blocking(check).await.unwrap_or(Capabilities::NONE)
    }
}
