//! The cookies of a browser.

use std::collections::BTreeMap;

use super::{Call, Reply};

/// The cookies that a browser keeps for one server.
#[derive(Debug, Default)]
pub struct Cookies(BTreeMap<String, String>);

impl Cookies {
    /// Sends a request as a browser does, with the cookies, and keeps those of the response.
    pub async fn send(&mut self, call: Call) -> Reply {
        let jar: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let reply = call.header("cookie", &jar.join("; ")).header("accept", "text/html").send().await;
        for cookie in reply.headers.get_all("set-cookie") {
            let (pair, attributes) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.0.remove(name);
            } else {
                self.keep(name, value);
            }
        }
        reply
    }

    /// The value of a cookie.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a cookie.
    pub fn keep(&mut self, name: &str, value: &str) {
        self.0.insert(name.into(), value.into());
    }
}
