//! Discs of DAISY books: folders that are one book together.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use books::litter::is_skipped;
use conversion::daisy::{DiscLabel, HEAD_BYTES, is_navigation_center, is_package_document};

/// Words before the number of a disc in the name of its folder.
const DISC_WORDS: [&str; 6] = ["cd", "disc", "disk", "dvd", "volume", "vol"];

/// A folder with a DAISY book, or with a part of one.
struct DiscFolder {
    folder: PathBuf,
    label: DiscLabel,
    /// Hash of the beginning of the navigation center. `None` in DAISY 3, whose discs have copies of one
    /// package document.
    content: Option<u64>,
}

impl DiscFolder {
    fn open(folder: PathBuf) -> Self {
        let mut center = None;
        let mut package = None;
        let mut distribution = None;
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().to_ascii_lowercase();
            if is_skipped(&name) {
                continue;
            }
            let beginning = || read_beginning(&entry.path());
            match Path::new(&name).extension().and_then(OsStr::to_str) {
                _ if is_navigation_center(&name) => center = beginning(),
                Some("opf") => {
                    let is_daisy = |beginning: &Vec<u8>| is_package_document(beginning);
                    package = package.or_else(|| beginning().filter(is_daisy));
                }
                Some("dinf") => distribution = beginning(),
                _ => {}
            }
        }
        let content = center.as_ref().map(|beginning: &Vec<u8>| {
            let mut hasher = DefaultHasher::new();
            beginning.hash(&mut hasher);
            hasher.finish()
        });
        let beginning = center.or(package).unwrap_or_default();
        let label = DiscLabel::read(&beginning).with_distribution(&distribution.unwrap_or_default());
        Self { folder, label, content }
    }

    /// Returns true if both are discs of one book. Without numbers of their own, their names must have them:
    /// two versions of a book have the same title and identifier, too.
    fn is_of_same_book(&self, other: &Self) -> bool {
        let have_own_names = || self.folder.file_name() != other.folder.file_name();
        let is_unnumbered = || {
            self.label.is_of_same_unnumbered_set(&other.label)
                && (self.content.is_none() || self.content != other.content)
                && name_without_disc(&self.folder)
                    .is_some_and(|name| Some(name) == name_without_disc(&other.folder))
        };
        (self.label.is_other_disc_of_set(&other.label) || is_unnumbered()) && have_own_names()
    }
}

fn read_beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(HEAD_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Groups folders with DAISY books: the discs of one book are together.
pub(super) fn group_by_book(folders: Vec<PathBuf>) -> Vec<Vec<PathBuf>> {
    let mut groups: Vec<Vec<DiscFolder>> = Vec::new();
    for disc in folders.into_iter().map(DiscFolder::open) {
        let is_its_book =
            |group: &&mut Vec<DiscFolder>| group.iter().all(|other| disc.is_of_same_book(other));
        match groups.iter_mut().find(is_its_book) {
            Some(group) => group.push(disc),
            None => groups.push(vec![disc]),
        }
    }
    groups.into_iter().map(|group| group.into_iter().map(|disc| disc.folder).collect()).collect()
}

/// The name of a folder without the number of its disc: `Tides`, of `Tides CD 2`. `None` for another name.
pub(super) fn name_without_disc(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_string_lossy();
    let is_between = |c: char| matches!(c, ' ' | '_' | '-' | '.');
    let without_number = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if without_number.len() == name.len() {
        return None;
    }
    let whole = without_number.trim_end_matches(is_between);
    let rest = DISC_WORDS.iter().find_map(|word| {
        let (rest, end) = whole.split_at_checked(whole.len().checked_sub(word.len())?)?;
        (end.eq_ignore_ascii_case(word) && !rest.ends_with(char::is_alphabetic)).then_some(rest)
    })?;
    Some(rest.trim_end_matches(is_between).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes folders with navigation centers; returns the names in groups.
    fn group_folders(centers: &[(&str, &str)]) -> Vec<Vec<String>> {
        let root = tempfile::tempdir().unwrap();
        let mut folders = Vec::new();
        for (name, head) in centers {
            let folder = root.path().join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("NCC.HTML"), format!("<html><head>{head}</head></html>")).unwrap();
            folders.push(folder);
        }
        let name = |folder: PathBuf| folder.file_name().unwrap().to_string_lossy().into_owned();
        let groups = group_by_book(folders).into_iter();
        groups.map(|group| group.into_iter().map(name).collect()).collect()
    }

    #[test]
    fn discs_with_numbers_are_one_book() {
        let head = |title: &str, place: &str| {
            format!("<title>{title}</title><meta name='ncc:setInfo' content='{place}'/>")
        };
        let [one, two, other, again] =
            [("Tides", "1 of 2"), ("Tides", "2 of 2"), ("Cliffs", "2 of 2"), ("Tides", "2 of 2")]
                .map(|(title, place)| head(title, place));
        let centers = [("b", &two), ("c", &other), ("a", &one), ("copy", &again)];
        let groups = group_folders(&centers.map(|(name, head)| (name, head.as_str())));
        assert_eq!(groups, [vec!["b", "a"], vec!["c"], vec!["copy"]]);
    }

    #[test]
    fn discs_without_numbers_are_one_book_if_their_names_have_them() {
        let head = |track: u32| {
            format!("<title>Tides</title><meta name='dc:identifier' content='x-1'/><meta content='{track}'/>")
        };
        let heads = [1, 2].map(head);
        let [one, two] = [heads[0].as_str(), heads[1].as_str()];
        let groups = group_folders(&[("Tides CD1", one), ("Tides cd_02", two)]);
        assert_eq!(groups, [["Tides CD1", "Tides cd_02"]]);
        for names in [["new", "old"], ["tides-2024", "tides-2026"], ["Tides CD1", "Cliffs CD2"]] {
            assert_eq!(group_folders(&[(names[0], one), (names[1], two)]).len(), 2, "{names:?}");
        }
        assert_eq!(group_folders(&[("CD1", one), ("CD2", one)]).len(), 2, "the same book twice");
    }

    #[test]
    fn numbers_of_discs_are_at_the_ends_of_names() {
        let name = |folder: &str| name_without_disc(Path::new(folder));
        for (folder, expected) in
            [("in/CD1", ""), ("Tides CD 2", "Tides"), ("Tides_disc-03", "Tides"), ("Été vol. 2", "Été")]
        {
            assert_eq!(name(folder).as_deref(), Some(expected), "{folder}");
        }
        for folder in ["CD", "Tides 2", "abcd2", "é2", "2", ""] {
            assert_eq!(name(folder), None, "{folder}");
        }
    }
}
