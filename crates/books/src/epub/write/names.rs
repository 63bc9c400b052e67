//! Names of files that not every operating system can store.

use std::collections::HashSet;

use vocabulary::file_names::is_device_name;

use crate::litter::is_litter;
use crate::{FindingKind, Package};

/// Characters that no name of a file can have on Windows.
const REFUSED_CHARACTERS: [char; 7] = ['"', '*', ':', '<', '>', '?', '|'];

/// Reports files that some operating systems cannot store: under such a name, or next to a file whose name
/// differs only in case. They are delivered under these names, because renaming would break references that
/// scripts and styles make.
pub(super) fn report_unportable_names(package: &Package) {
    let mut folded = HashSet::new();
    for name in package.names().filter(|name| !is_litter(name)) {
        if !folded.insert(name.to_lowercase()) || name.split('/').any(is_unportable) {
            package.reporter().report(FindingKind::UnportableName, name, "");
        }
    }
}

/// Returns true if Windows has no file or folder of this name.
fn is_unportable(name: &str) -> bool {
    name.ends_with(['.', ' '])
        || name.contains(|c: char| c.is_control() || REFUSED_CHARACTERS.contains(&c))
        || is_device_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_and_signs_of_paths_are_not_portable() {
        for name in
            ["con.png", "CON", "Lpt1.xhtml", "aux.tar.gz", "a:b.xhtml", "a?.css", "end.", "a ", "\u{7}"]
        {
            assert!(is_unportable(name), "{name}");
        }
        for name in ["icon.png", "con1.png", "com10.png", "console.xhtml", "a b.xhtml", "\u{6d77}.png", ".a"]
        {
            assert!(!is_unportable(name), "{name}");
        }
    }
}
