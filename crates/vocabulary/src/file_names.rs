//! Names of files that not every operating system can store.

/// Names of devices of Windows, whatever extension they have.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Names of devices that a digit follows.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns true if Windows takes the name of a file for that of a device: `CON`, `con.png`, `Lpt1.tar.gz`.
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_numbered = |device: &&str| {
        stem.strip_prefix(*device).is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::is_device_name;

    #[test]
    fn devices_are_recognized_by_their_name_before_the_first_dot() {
        for name in ["con", "CON.png", "Lpt1.xhtml", "aux.tar.gz", "com0"] {
            assert!(is_device_name(name), "{name}");
        }
        for name in ["", ".con", "icon", "con1", "com", "com10", "console.xhtml"] {
            assert!(!is_device_name(name), "{name}");
        }
    }
}
