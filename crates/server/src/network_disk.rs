//! Detects network file systems, on which an embedded database is not safe.

use std::path::Path;

use rustix::fs::statfs;

/// Kinds of file systems by the numbers that `statfs` reports (`linux/magic.h`).
const NETWORK_FILE_SYSTEMS: [(i64, &str); 8] = [
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "SMB"),
    (0xfe53_4d42, "SMB"),
    (0x0102_1997, "9P"),
    (0x00c3_6400, "Ceph"),
    (0x5346_414f, "AFS"),
    (0x0bd0_0bd0, "Lustre"),
];

/// The kind of the network file system that contains a folder. `None` if it is another file system.
pub fn find_network_file_system(folder: &Path) -> Option<&'static str> {
    kind_by_number(statfs(folder).ok()?.f_type)
}

fn kind_by_number(number: i64) -> Option<&'static str> {
    NETWORK_FILE_SYSTEMS.iter().find(|(known, _)| *known == number).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::kind_by_number;

    #[test]
    fn file_systems_of_other_machines_are_recognized() {
        assert_eq!((kind_by_number(0x6969), kind_by_number(0xfe53_4d42)), (Some("NFS"), Some("SMB")));
        // ext4 and tmpfs.
        assert_eq!((kind_by_number(0xef53), kind_by_number(0x0102_1994)), (None, None));
    }
}
