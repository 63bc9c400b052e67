//! Drawings (SVG) with letters converted to shapes, for words that the book's text already contains.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{
    Font, FontFamily, FontResolver, Group, ImageHrefResolver, Indent, Node, Options, Tree, WriteOptions,
};
use typst::text::{FontVariant, FontWeight};

use crate::fonts::{self, FONT_FAMILIES};

/// Size limit of the output, bytes: some 50,000 letters.
const MAX_OUTPUT_BYTES: usize = 32 << 20;

/// Returns the drawing with its text as shapes. `None` if it has no text, cannot be read, or would become
/// too large.
pub(crate) fn convert_text_to_outlines(drawing: &[u8]) -> Option<Vec<u8>> {
    let letters = DrawingFonts::default();
    let options = Options {
        font_resolver: letters.font_resolver(),
        // Never opens files.
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    // A panic in the library must not lose the whole book.
    let written = catch_unwind(AssertUnwindSafe(|| {
        let tree = Tree::from_data(drawing, &options).ok()?;
        let write = WriteOptions { indent: Indent::None, ..WriteOptions::default() };
        has_text(tree.root()).then(|| tree.to_string(&write))
    }));
    written.ok().flatten().filter(|text| text.len() <= MAX_OUTPUT_BYTES).map(String::into_bytes)
}

fn has_text(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Text(_) => true,
        Node::Group(group) => has_text(group),
        _ => false,
    })
}

/// The fonts of a drawing, chosen like the typesetter does.
#[derive(Default)]
struct DrawingFonts {
    loaded: Mutex<HashMap<usize, Option<ID>>>,
}

impl DrawingFonts {
    fn font_resolver(&self) -> FontResolver<'_> {
        FontResolver {
            select_font: Box::new(|font, database| self.select_font(font, database)),
            select_fallback: Box::new(|letter, used, database| self.select_fallback(letter, used, database)),
        }
    }

    fn select_font(&self, font: &Font, database: &mut Arc<Database>) -> Option<ID> {
        let variant = FontVariant {
            style: font.style().into(),
            weight: FontWeight::from_number(font.weight()),
            stretch: font.stretch().into(),
        };
        let named = font.families().iter().filter_map(|family| match family {
            FontFamily::Named(name) => Some(name.to_lowercase()),
            _ => None,
        });
        named
            .chain(FONT_FAMILIES.iter().map(|family| (*family).to_owned()))
            .filter_map(|family| fonts::installed_fonts().book.select(&family, variant))
            .find_map(|number| self.load_font(number, database))
    }

    /// A font for a letter that the first used one lacks.
    fn select_fallback(&self, letter: char, used: &[ID], database: &mut Arc<Database>) -> Option<ID> {
        let like = {
            let known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            let first = known.iter().find(|(_, id)| id.is_some() && used.first() == id.as_ref());
            first.and_then(|(number, _)| fonts::installed_fonts().font(*number))
        };
        let info = like.as_ref().map(typst::text::Font::info);
        let variant = info.map(|info| info.variant).unwrap_or_default();
        let number =
            fonts::installed_fonts().book.select_fallback(info, variant, letter.encode_utf8(&mut [0; 4]))?;
        self.load_font(number, database).filter(|id| !used.contains(id))
    }

    fn load_font(&self, number: usize, database: &mut Arc<Database>) -> Option<ID> {
        let mut known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(number).or_insert_with(|| {
            let font = fonts::installed_fonts().font(number)?;
            let data = Source::Binary(Arc::new(font.data().clone()));
            let faces = Arc::make_mut(database).load_font_source(data);
            faces.get(usize::try_from(font.index()).ok()?).copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline_svg(inside: &str) -> Option<String> {
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'>{inside}</svg>");
        convert_text_to_outlines(text.as_bytes()).map(|made| String::from_utf8(made).unwrap())
    }

    #[test]
    fn letters_become_shapes_at_the_same_position() {
        let made = outline_svg(
            "<rect width='9' height='9'/><g font-weight='bold'><text y='20'>Tide \u{3b1}</text></g>",
        )
        .unwrap();
        assert!(!made.contains("<text") && !made.contains("Tide"), "{made}");
        assert!(made.contains("width=\"90\"") && made.matches("<path").count() > 1, "{made}");
        assert!(made.len() > outline_svg("<text y='20'>T</text>").unwrap().len(), "{made}");
    }

    #[test]
    fn a_drawing_without_letters_stays() {
        for inside in ["<rect width='9' height='9'/>", "<text display='none'>a</text>", "<g"] {
            assert_eq!(outline_svg(inside), None, "{inside}");
        }
    }

    #[test]
    fn opens_no_files() {
        let file = std::env::temp_dir().join(format!("outlines-{}.png", std::process::id()));
        std::fs::write(&file, books::testkit::MINIMAL_PNG).unwrap();
        let made = outline_svg(&format!(
            "<text y='20'>a</text><image width='9' height='9' href='{}'/>",
            file.display()
        ));
        std::fs::remove_file(&file).unwrap();
        assert!(!made.unwrap().contains("<image"));
    }
}
