//! Emails that a sandbox has written instead of sending them.

use super::{Sandbox, eventually};

/// The emails to an address, oldest first, once there are `count` of them.
pub async fn emails(sandbox: &Sandbox, to: &str, count: usize) -> Vec<String> {
    let folder = sandbox.library.dir.path().join("mail");
    eventually(&format!("{count} emails to {to}"), async || {
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .map(|entries| entries.map(|entry| entry.expect("an entry").path()).collect())
            .unwrap_or_default();
        files.sort();
        let texts = files.iter().filter(|path| path.extension().is_some_and(|end| end == "eml"));
        let found: Vec<String> = texts
            .map(|path| std::fs::read_to_string(path).expect("an email").replace("\r\n", "\n"))
            .filter(|text| text.lines().any(|line| line.starts_with("To: ") && line.contains(to)))
            .collect();
        if found.len() >= count { Ok(found) } else { Err(format!("only {found:?}")) }
    })
    .await
}

/// The key in an email's link, after a path.
#[track_caller]
pub fn key(email: &str, path: &str) -> String {
    let (_, rest) = email.split_once(path).unwrap_or_else(|| panic!("no {path} in {email}"));
    rest.split_whitespace().next().expect("a key").to_owned()
}
