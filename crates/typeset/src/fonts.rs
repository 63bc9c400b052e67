//! Fonts: those that come with the typesetter, and those of installed Debian packages.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontBook, FontInfo, FontInstance, FontVariant, FontVariations, FontWeight};
use typst::utils::LazyHash;

/// Debian's font folders, and their packages.
const FONT_FOLDERS: [(&str, &str); 4] = [
    ("/usr/share/fonts/truetype/dejavu", "fonts-dejavu-core"),
    ("/usr/share/fonts/truetype/noto", "fonts-noto-core"),
    ("/usr/share/fonts/opentype/noto", "fonts-noto-cjk"),
    ("/usr/share/fonts/truetype/hanazono", "fonts-hanazono"),
];

/// The font families, best for low vision first. Missing characters are taken from the next, then from any
/// other font.
pub(crate) const FONT_FAMILIES: [&str; 4] =
    ["noto sans", "dejavu sans", "libertinus serif", "new computer modern"];

pub(crate) struct Fonts {
    pub(crate) book: LazyHash<FontBook>,
    slots: Vec<FontSlot>,
}

/// A font, loaded on first use.
struct FontSlot {
    data: FontLocation,
    /// Its index in the file.
    index: u32,
    font: OnceLock<Option<Font>>,
}

#[derive(Clone)]
enum FontLocation {
    Here(&'static [u8]),
    File(PathBuf),
}

impl FontLocation {
    fn read_bytes(&self) -> Option<Bytes> {
        match self {
            Self::Here(data) => Some(Bytes::new(*data)),
            Self::File(path) => std::fs::read(path).ok().map(Bytes::new),
        }
    }
}

/// The fonts that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontReport {
    /// The family of plain text.
    pub text: String,
    /// Packages with installed fonts.
    pub installed_packages: Vec<&'static str>,
    /// Packages whose fonts are missing.
    pub missing: Vec<&'static str>,
}

/// Reports the fonts in use, and packages with further ones.
#[must_use]
pub fn report_fonts() -> FontReport {
    let there = |folder: &str| list_font_files(Path::new(folder)).next().is_some();
    let (found, missing): (Vec<_>, Vec<_>) = FONT_FOLDERS.iter().partition(|(folder, _)| there(folder));
    let names =
        |list: Vec<&(&'static str, &'static str)>| list.into_iter().map(|(_, package)| *package).collect();
    let text = FONT_FAMILIES
        .iter()
        .find(|family| installed_fonts().book.contains_family(family))
        .copied()
        .unwrap_or_default();
    FontReport { text: text.to_owned(), installed_packages: names(found), missing: names(missing) }
}

/// The fonts, searched once.
pub(crate) fn installed_fonts() -> &'static Fonts {
    static INSTALLED_FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::search);
    &INSTALLED_FONTS
}

impl Fonts {
    fn search() -> Self {
        let mut found: Vec<PathBuf> =
            FONT_FOLDERS.iter().flat_map(|(folder, _)| list_font_files(Path::new(folder))).collect();
        // The order of directory entries is unspecified.
        found.sort();
        let all: Vec<FontLocation> = typst_assets::fonts()
            .map(FontLocation::Here)
            .chain(found.into_iter().map(FontLocation::File))
            .collect();
        let mut book = FontBook::new();
        let mut slots = Vec::new();
        for (data, infos) in all.iter().zip(describe_fonts(&all)) {
            for (index, info) in (0..).zip(infos) {
                book.push(info);
                slots.push(FontSlot { data: data.clone(), index, font: OnceLock::new() });
            }
        }
        Self { book: LazyHash::new(book), slots }
    }

    pub(crate) fn font(&self, index: usize) -> Option<Font> {
        let slot = self.slots.get(index)?;
        slot.font.get_or_init(|| Font::new(slot.data.read_bytes()?, slot.index)).clone()
    }
}

/// The width of a text on one line, in ems. Characters that the main font lacks count as a whole em.
pub(crate) fn measure_width(text: &str, bold: bool) -> f64 {
    static INSTANCES: [LazyLock<Option<FontInstance>>; 2] = [
        LazyLock::new(|| find_instance(FontWeight::REGULAR)),
        LazyLock::new(|| find_instance(FontWeight::BOLD)),
    ];
    let font = INSTANCES[usize::from(bold)].as_ref();
    let advance = |c: char| {
        let font = font?;
        Some(font.x_advance(font.ttf().glyph_index(c)?.0)?.get())
    };
    text.chars().map(|c| advance(c).unwrap_or(1.0)).sum()
}

/// The font of plain text in this weight.
fn find_instance(weight: FontWeight) -> Option<FontInstance> {
    let variant = FontVariant { weight, ..FontVariant::default() };
    let fonts = installed_fonts();
    let index = FONT_FAMILIES.iter().find_map(|family| fonts.book.select(family, variant))?;
    Some(fonts.font(index)?.instantiate(variant, Abs::pt(18.0), &FontVariations::default()))
}

/// Descriptions of these fonts, with their character sets. Slow for each, and with all packages there are
/// hundreds, so all cores are used.
fn describe_fonts(all: &[FontLocation]) -> impl Iterator<Item = Vec<FontInfo>> {
    let read: Vec<OnceLock<Vec<FontInfo>>> = all.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some((data, cell)) = all.get(at).zip(read.get(at))
        {
            cell.get_or_init(|| {
                data.read_bytes().map(|data| FontInfo::iter(&data).collect()).unwrap_or_default()
            });
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (1..cores).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    read.into_iter().map(|cell| cell.into_inner().unwrap_or_default())
}

/// The fonts of a folder for text: sans serif if available, regular, bold and slanted.
fn list_font_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    const FILE_NAME_PARTS: [&str; 10] = [
        "-Regular", "-Bold", "-Italic", "-BoldItalic", "DejaVuSans", "DejaVuSans-Oblique",
        "DejaVuSans-BoldOblique", "DejaVuSansMono", "HanaMinA", "HanaMinB",
    ];
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let named = path
            .extension()
            .is_some_and(|extension| ["ttf", "otf", "ttc"].iter().any(|known| extension == *known));
        let sans = stem.contains("Sans") && !stem.contains("Condensed") && !stem.contains("Display");
        // Noto's sans-serif Arabic and Hebrew lack characters that these have.
        let wanted = sans
            || stem.starts_with("HanaMin")
            || stem.starts_with("NotoNaskhArabic-")
            || stem.starts_with("NotoSerifHebrew-");
        named && wanted && FILE_NAME_PARTS.iter().any(|cut| stem.ends_with(cut))
    })
}
