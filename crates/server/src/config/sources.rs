//! Sources of values: the text of the file, and environment variables.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::KEYS;

/// Beginning of the names of our environment variables.
const VARIABLE_PREFIX: &str = "OPENSHELF_";
/// Ending of variables that name a file with the value.
const FILE_ENDING: &str = "_FILE";
/// Bytes with which some editors begin a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// Values by the names of the variables that set a key.
    pub values: HashMap<String, String>,
    /// Names of variables with our prefix that set no key.
    pub unknown: Vec<String>,
}

impl Variables {
    /// Reads the variables of this process.
    ///
    /// # Errors
    /// One of ours is not valid text, names a file that cannot be read, or is set twice.
    pub fn read() -> anyhow::Result<Self> {
        Self::from_pairs(std::env::vars_os())
    }

    pub(super) fn from_pairs(pairs: impl IntoIterator<Item = (OsString, OsString)>) -> anyhow::Result<Self> {
        let mut variables = Self::default();
        for (name, value) in pairs {
            // Variables of other programs may be anything.
            let Some(name) = name.to_str().filter(|name| name.starts_with(VARIABLE_PREFIX)) else { continue };
            let key_name = name.strip_suffix(FILE_ENDING).filter(|name| is_key(name));
            let Some(key_name) = key_name.or_else(|| is_key(name).then_some(name)) else {
                variables.unknown.push(name.to_owned());
                continue;
            };
            if value.is_empty() {
                continue;
            }
            let value = if key_name == name {
                value.into_string().ok().with_context(|| format!("{name} is not valid text"))?
            } else {
                let path = Path::new(&value);
                let text = read_file(path, true).with_context(|| name.to_owned())?.unwrap_or_default();
                text.trim_end_matches(['\r', '\n']).to_owned()
            };
            let earlier = variables.values.insert(key_name.to_owned(), value);
            ensure!(earlier.is_none(), "{key_name} and {key_name}{FILE_ENDING} exclude each other");
        }
        Ok(variables)
    }
}

/// Returns true if a variable sets a key.
fn is_key(name: &str) -> bool {
    let key = name.strip_prefix(VARIABLE_PREFIX).map(|rest| rest.to_ascii_lowercase().replace("__", "."));
    key.is_some_and(|key| KEYS.contains(&key.as_str()))
}

/// Reads a text file. `None` if it does not exist and is not required.
///
/// # Errors
/// The file cannot be read, or is not in UTF-8.
pub(super) fn read_file(path: &Path, is_required: bool) -> anyhow::Result<Option<String>> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        // A file that exists counts: a server that ignored it would begin an empty library.
        Err(_) if !is_required && std::fs::symlink_metadata(path).is_err() => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("{} does not exist", path.display()));
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let text = str::from_utf8(text).with_context(|| format!("{} is not in UTF-8", path.display()))?;
    Ok(Some(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::ffi::OsStringExt as _;
    use std::os::unix::fs::symlink;

    use super::{Variables, read_file};
    use crate::config::Config;

    fn variables(pairs: &[(&str, &str)]) -> anyhow::Result<Variables> {
        Variables::from_pairs(pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())))
    }

    #[test]
    fn values_keep_their_text_until_a_key_needs_a_number() {
        let set = variables(&[
            ("OPENSHELF_MAIL__PASSWORD", "0123"),
            ("OPENSHELF_MAIL__USER", "1e3"),
            ("OPENSHELF_FILES__REGION", "TRUE"),
            ("OPENSHELF_MAIL__PORT", "2525"),
            ("OPENSHELF_TRUST_FORWARDED_FOR", "true"),
            ("OPENSHELF_DATABASE__MIGRATE", "FALSE"),
            ("OPENSHELF_LANES__TEXT", "0"),
            ("OPENSHELF_MAIL__SECURITY", "tls"),
            ("OPENSHELF_BASE_URL", ""),
        ]);
        let config = Config::from_sources("", set.unwrap().values).unwrap();
        assert_eq!(config.mail.password.as_deref(), Some("0123"));
        assert_eq!(config.mail.user.as_deref(), Some("1e3"));
        assert_eq!(config.files.region.as_deref(), Some("TRUE"));
        assert_eq!((config.mail.port, config.lanes.text), (Some(2525), Some(0)));
        assert!(config.trust_forwarded_for);
        assert_eq!((config.database.migrate, config.base_url), (Some(false), None));
    }

    #[test]
    fn variables_that_are_not_text_matter_only_if_they_are_ours() {
        let wrong = || OsString::from_vec(vec![0xff]);
        let others = [("LANG_OF_OTHERS".into(), wrong()), (wrong(), "x".into())];
        assert_eq!(Variables::from_pairs(others).unwrap(), Variables::default());
        let error = Variables::from_pairs([("OPENSHELF_MAIL__FROM".into(), wrong())]).unwrap_err();
        assert!(error.to_string().contains("OPENSHELF_MAIL__FROM"), "{error}");
        assert_eq!(variables(&[("OPENSHELF_LISEN", "x")]).unwrap().unknown, ["OPENSHELF_LISEN"]);
    }

    #[test]
    fn a_value_can_be_in_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("secret");
        fs::write(&file, " s3 cret \n").unwrap();
        let path = file.to_str().unwrap();
        let set = variables(&[("OPENSHELF_MAIL__PASSWORD_FILE", path)]).unwrap();
        assert_eq!(set.values["OPENSHELF_MAIL__PASSWORD"], " s3 cret ");
        let both = [("OPENSHELF_MAIL__PASSWORD", "x"), ("OPENSHELF_MAIL__PASSWORD_FILE", path)];
        assert!(variables(&both).unwrap_err().to_string().contains("exclude each other"));
        let gone = variables(&[("OPENSHELF_MAIL__PASSWORD_FILE", "/none/secret")]).unwrap_err();
        assert!(format!("{gone:#}").starts_with("OPENSHELF_MAIL__PASSWORD_FILE: "), "{gone:#}");
    }

    #[test]
    fn an_existing_file_is_never_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("openshelf.toml");
        assert_eq!(read_file(&path, false).unwrap(), None);
        assert!(read_file(&path, true).is_err());
        symlink(dir.path().join("gone.toml"), &path).unwrap();
        assert!(read_file(&path, false).is_err(), "a link to nothing");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(read_file(&path, false).is_err(), "a folder");
        fs::remove_dir(&path).unwrap();
        fs::write(&path, b"\xEF\xBB\xBFworkers = 3\r\n[mail]\r\nuser = 'ann'\r\n").unwrap();
        let text = read_file(&path, false).unwrap().unwrap();
        let config = Config::from_sources(&text, Variables::default().values).unwrap();
        assert_eq!((config.workers, config.mail.user.as_deref()), (3, Some("ann")));
        fs::write(&path, b"[mail]\nfrom = 'Biblioth\xe8que <a@example.org>'\n").unwrap();
        let error = read_file(&path, false).unwrap_err();
        assert!(error.to_string().ends_with("is not in UTF-8"), "{error:#}");
    }
}
