//! Formats that can be made, by this process and by the whole installation.

use domain::{AudioTools, Capabilities};

use crate::Delivery;
use crate::cached_capabilities::Two;

impl Delivery {
    /// Capabilities of the installation: of this process or any other that makes formats.
    pub fn capabilities(&self) -> Capabilities {
        self.state().capabilities.get().of_installation
    }

    pub fn own_capabilities(&self) -> Capabilities {
        self.state().capabilities.get().of_process
    }

    /// Records what can be made from now on.
    pub fn set_capabilities(&self, here: Capabilities, anywhere: Capabilities) {
        self.state().capabilities.set(Two { of_process: here, of_installation: anywhere });
    }

    /// Checks for the tools of this machine, on a blocking thread: the engine has to speak a test sentence.
    pub async fn find_tools(&self) -> Capabilities {
        let engine = self.workshop().engine();
        let look = move || {
            let audio = match (speech::is_encoder_installed(), engine.check()) {
                (false, _) => AudioTools::None,
                (true, Err(_)) => AudioTools::Encoder,
                (true, Ok(_)) => AudioTools::Speech,
            };
            Capabilities { audio, braille: books::brf::is_installed() }
        };
        // After a panic nothing is offered.
        tokio::task::spawn_blocking(look).await.unwrap_or(Capabilities::NONE)
    }
}
