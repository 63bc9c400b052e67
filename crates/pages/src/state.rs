//! What the handlers share.

use std::ops::Deref;
use std::sync::{Arc, Mutex};

use layout::Messages;
use services::Library;
use transport::Limits;

use crate::category_memory::CategoryMemory;
use crate::texts;

/// What an operator can set (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address of the server without a slash at the end. Cookies are secure if it begins with `https`.
    pub base_url: String,
    /// Makes the tokens of forms; the same on every node.
    pub form_key: [u8; 32],
    /// Requests a minute per user or address; 0 is no limit.
    pub requests_per_minute: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Email address of those whom readers ask about books that they do not find. `None` if there is none.
    pub contact: Option<String>,
    /// Whether emails are sent: without mail, pages do not offer one.
    pub sends_mail: bool,
    /// The currency of prices, ISO 4217. `None` if prices are plain numbers.
    pub currency: Option<String>,
    /// Whether this is the sandbox, which shows the parts of pages at `/design`.
    pub sandbox: bool,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Pages(Arc<Shared>);

/// What [`Pages`] holds.
pub struct Shared {
    pub(crate) library: Library,
    pub(crate) settings: Settings,
    pub(crate) messages: Messages,
    /// The language of the categories as pages last showed them.
    pub(crate) category_names: Mutex<Arc<CategoryMemory>>,
    /// Counts requests; the server makes it forget quiet callers.
    pub limits: Limits,
}

impl Pages {
    /// The state of one server.
    pub fn new(library: Library, settings: Settings) -> Self {
        let limits = Limits::per_minute(settings.requests_per_minute);
        Self(Arc::new(Shared {
            library,
            settings,
            messages: texts::load(),
            category_names: Mutex::default(),
            limits,
        }))
    }
}

impl Shared {
    /// Whether cookies may travel over HTTPS only.
    pub(crate) fn secure(&self) -> bool {
        self.settings.base_url.starts_with("https://")
    }
}

impl Deref for Pages {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
