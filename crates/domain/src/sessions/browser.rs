//! The browser and the system that a request's `User-Agent` names, so that readers recognize their sessions.
//! Nothing else of it is stored: no version, no model, no language.

use serde::{Deserialize, Serialize};

use crate::wire::WireEnum as _;
use crate::wire_enum;

wire_enum! {
    pub enum BrowserFamily {
        Edge = "Edge",
        Opera = "Opera",
        Samsung = "Samsung Internet",
        Firefox = "Firefox",
        /// Google Chrome, and browsers that identify themselves in the same way.
        Chrome = "Chrome",
        Safari = "Safari",
    }
}

wire_enum! {
    pub enum SystemFamily {
        Windows = "Windows",
        Android = "Android",
        /// Apple iOS on phones.
        IPhone = "iPhone",
        /// Apple iPadOS.
        IPad = "iPad",
        /// Apple macOS, and tablets whose browsers identify themselves in the same way.
        MacOs = "macOS",
        /// The system of Chromebooks.
        ChromeOs = "ChromeOS",
        /// Another Linux.
        Linux = "Linux",
    }
}

/// Strings that identify a family of browsers. The first match counts, because browsers also name those
/// below them.
const BROWSERS: [(&str, BrowserFamily); 11] = [
    ("Edg/", BrowserFamily::Edge),
    ("EdgA/", BrowserFamily::Edge),
    ("EdgiOS/", BrowserFamily::Edge),
    ("OPR/", BrowserFamily::Opera),
    ("SamsungBrowser/", BrowserFamily::Samsung),
    ("Firefox/", BrowserFamily::Firefox),
    ("FxiOS/", BrowserFamily::Firefox),
    ("Chrome/", BrowserFamily::Chrome),
    ("Chromium/", BrowserFamily::Chrome),
    ("CriOS/", BrowserFamily::Chrome),
    ("Safari/", BrowserFamily::Safari),
];

/// Strings that identify operating systems. The first match counts.
const SYSTEMS: [(&str, SystemFamily); 7] = [
    ("Windows", SystemFamily::Windows),
    ("Android", SystemFamily::Android),
    ("iPhone", SystemFamily::IPhone),
    ("iPad", SystemFamily::IPad),
    ("Macintosh", SystemFamily::MacOs),
    ("CrOS", SystemFamily::ChromeOs),
    ("Linux", SystemFamily::Linux),
];

/// Bytes of a `User-Agent` that are read.
const MAX_USER_AGENT_BYTES: usize = 1024;

/// A browser on a system, as far as both are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Browser {
    pub family: Option<BrowserFamily>,
    pub system: Option<SystemFamily>,
}

impl Browser {
    pub fn from_user_agent(user_agent: &str) -> Self {
        let read = &user_agent[..user_agent.floor_char_boundary(MAX_USER_AGENT_BYTES)];
        let family = BROWSERS.iter().find(|(word, _)| read.contains(word));
        let system = SYSTEMS.iter().find(|(word, _)| read.contains(word));
        Self { family: family.map(|(_, family)| *family), system: system.map(|(_, system)| *system) }
    }

    /// The text that is stored: `Firefox/Windows`. What is not known is empty.
    pub fn to_text(self) -> String {
        let family = self.family.map_or("", BrowserFamily::as_str);
        let system = self.system.map_or("", SystemFamily::as_str);
        format!("{family}/{system}")
    }

    /// Reads the stored text. Anything else counts as unknown.
    pub fn parse(text: &str) -> Self {
        let (family, system) = text.split_once('/').unwrap_or_default();
        Self { family: BrowserFamily::parse(family).ok(), system: SystemFamily::parse(system).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::Browser;

    #[test]
    fn browsers_are_recognized_by_what_they_say_of_themselves() {
        let apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
        let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0";
        for (agent, expected) in [
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0".into(), "Firefox/Windows"),
            ("Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0".into(), "Firefox/Android"),
            (format!("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) {apple} FxiOS/145.0 Mobile/15E148 Safari/605.1.15"), "Firefox/iPhone"),
            (format!("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {apple} Version/26.0 Safari/605.1.15"), "Safari/macOS"),
            (format!("Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) {apple} CriOS/143.0 Mobile/15E148 Safari/604.1"), "Chrome/iPad"),
            (format!("Mozilla/5.0 (X11; Linux x86_64) {chrome} Safari/537.36"), "Chrome/Linux"),
            (format!("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {chrome} Safari/537.36"), "Chrome/ChromeOS"),
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {chrome} Safari/537.36 Edg/143.0.0.0"), "Edge/Windows"),
            (format!("Mozilla/5.0 (Linux; Android 10; K) {chrome} Mobile Safari/537.36 OPR/92.0"), "Opera/Android"),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36".into(),
                "Samsung Internet/Android",
            ),
            ("w3m/0.5.3 (Linux)".into(), "/Linux"),
            ("Lynx/2.9.2 libwww-FM/2.14".into(), "/"),
            (String::new(), "/"),
            ("\u{e9}".repeat(5000), "/"),
        ] {
            let browser = Browser::from_user_agent(&agent);
            assert_eq!(browser.to_text(), expected, "{agent}");
            assert_eq!(Browser::parse(&browser.to_text()), browser, "{agent}");
        }
    }

    #[test]
    fn stores_a_short_text_and_reads_others_as_unknown() {
        let agent = format!("Mozilla/5.0 (Windows; secret-serial-number) {} Firefox/1", "x".repeat(900));
        assert_eq!(Browser::from_user_agent(&agent).to_text(), "Firefox/Windows");
        for text in ["", "/", "Netscape/Amiga", "Firefox", "<b>/x"] {
            assert_eq!(Browser::parse(text), Browser::default(), "{text}");
        }
    }
}
