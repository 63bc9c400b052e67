//! The file that describes an export.

use std::collections::HashMap;

use super::{ExportFiles, USERS};
use crate::error::Result;
use crate::{RosterFileError, RosterFileKind};

/// The statements of an export about itself.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) kind: RosterFileKind,
    /// True if all users are listed, false if only those that have changed.
    pub(super) lists_all: bool,
    /// True if all classes and enrollments are listed, false if only those that have changed.
    pub(super) lists_all_classes: bool,
    /// True if the export follows the Japan profile.
    pub(super) is_japanese: bool,
}

impl Manifest {
    pub(super) fn read(files: &mut ExportFiles<'_, '_>) -> Result<Self> {
        let mut properties: HashMap<String, String> = HashMap::new();
        let exists = files.read_each("manifest.csv", &["propertyName", "value"], |row| {
            properties.insert(
                row.cell("propertyName").to_ascii_lowercase(),
                row.cell("value").to_ascii_lowercase(),
            );
        })?;
        let property =
            |name: &str| properties.get(name).map(String::as_str).filter(|value| !value.is_empty());
        let version = property("oneroster.version");
        let kind = match version {
            Some(version) if is_version(version, "1.1") => RosterFileKind::OneRoster11,
            Some(version) if is_version(version, "1.2") => RosterFileKind::OneRoster12,
            Some(version) => {
                let text = format!("OneRoster {version:.20}: only 1.1 and 1.2 are read");
                return Err(RosterFileError::UnsupportedKind(text));
            }
            None => {
                let roles = format!("{}roles.csv", files.folder);
                let (kind, name) = match files.container.find_entry(&roles) {
                    Some(_) => (RosterFileKind::OneRoster12, "1.2"),
                    None => (RosterFileKind::OneRoster11, "1.1"),
                };
                let what =
                    if exists { "The manifest states no version" } else { "The export has no manifest.csv" };
                files.remarks.push(format!("{what}: it was read as OneRoster {name}."));
                kind
            }
        };
        let lists_all = match property("file.users") {
            Some("absent") => return Err(RosterFileError::MissingFile { file: USERS.to_owned() }),
            Some("delta") => {
                let remark = "The export lists only users that have changed: nobody is missing from it.";
                files.remarks.push(remark.to_owned());
                false
            }
            _ => true,
        };
        let is_delta = |name: &str| property(name) == Some("delta");
        let lists_all_classes = !is_delta("file.classes") && !is_delta("file.enrollments");
        if !lists_all_classes {
            let remark = "The export lists only classes that have changed: they were not read.";
            files.remarks.push(remark.to_owned());
        }
        let is_japanese = version.is_some_and(|version| version.ends_with("_jp"));
        Ok(Self { kind, lists_all, lists_all_classes, is_japanese })
    }
}

/// Returns true if a text names this version, a correction of it such as `1.2.1`, or a profile of it such as
/// `1.2_jp`.
fn is_version(text: &str, version: &str) -> bool {
    text.strip_prefix(version).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}
