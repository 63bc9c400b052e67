//! Bodies with files.

use reqwest::Method;

use super::{Call, Sandbox};

/// The boundary between parts.
pub const BOUNDARY: &str = "----a-boundary-of-tests";

/// A body made by hand, so that a test determines every byte of it.
#[derive(Default)]
pub struct Parts(Vec<u8>);

impl Parts {
    /// Adds a text.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.with_raw_part(&format!("Content-Disposition: form-data; name=\"{name}\"\r\n"), value.as_bytes())
    }

    /// Adds a file.
    pub fn file(self, name: &str, file_name: &str, bytes: &[u8]) -> Self {
        let disposition =
            format!("Content-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\n");
        self.with_raw_part(&format!("{disposition}Content-Type: application/octet-stream\r\n"), bytes)
    }

    /// Adds a part with these headers.
    pub fn with_raw_part(mut self, headers: &str, bytes: &[u8]) -> Self {
        self.0.extend(format!("--{BOUNDARY}\r\n{headers}\r\n").bytes());
        self.0.extend(bytes);
        self.0.extend(b"\r\n");
        self
    }

    /// The whole body.
    pub fn end(mut self) -> Vec<u8> {
        self.0.extend(format!("--{BOUNDARY}--\r\n").bytes());
        self.0
    }
}

/// POST of a multipart body, with nobody's key and token.
pub fn post_parts(sandbox: &Sandbox, path: &str, body: Vec<u8>) -> Call {
    let media = format!("multipart/form-data; boundary={BOUNDARY}");
    sandbox.call(Method::POST, path).header("content-type", &media).body(body)
}

/// POST of a form with files, as a browser sends it from a page of the library.
pub fn post_form_parts(sandbox: &Sandbox, path: &str, body: Vec<u8>) -> Call {
    post_parts(sandbox, path, body).header("sec-fetch-site", "same-origin")
}
