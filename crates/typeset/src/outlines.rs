//! Drawings (SVG) with letters converted to shapes, for words that the book's text already contains.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{
    Font, FontFamily, FontResolver, Group, ImageHrefResolver, Indent, Node, Options, Tree, WriteOptions,
};
use typst::text::{FontVariant, FontWeight};

use crate::fonts::{self, FAMILIES};

/// Size limit of the output, bytes: some 50,000 letters.
const LONGEST: usize = 32 << 20;

/// The drawing with letters as shapes. `None` if it has no letters, cannot be read, or would become too
/// large.
pub(crate) fn outlined(drawing: &[u8]) -> Option<Vec<u8>> {
    let letters = Letters::default();
    let options = Options {
        font_resolver: letters.resolver(),
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
        has_letters(tree.root()).then(|| tree.to_string(&write))
    }));
    written.ok().flatten().filter(|text| text.len() <= LONGEST).map(String::into_bytes)
}

fn has_letters(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Text(_) => true,
        Node::Group(group) => has_letters(group),
        _ => false,
    })
}

/// The fonts of a drawing, chosen like the typesetter does.
#[derive(Default)]
struct Letters {
    known: Mutex<HashMap<usize, Option<ID>>>,
}

impl Letters {
    fn resolver(&self) -> FontResolver<'_> {
        FontResolver {
            select_font: Box::new(|font, database| self.select(font, database)),
            select_fallback: Box::new(|letter, used, database| self.other(letter, used, database)),
        }
    }

    fn select(&self, font: &Font, database: &mut Arc<Database>) -> Option<ID> {
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
            .chain(FAMILIES.iter().map(|family| (*family).to_owned()))
            .filter_map(|family| fonts::all().book.select(&family, variant))
            .find_map(|number| self.load(number, database))
    }

    /// A font for a letter that the first used one lacks.
    fn other(&self, letter: char, used: &[ID], database: &mut Arc<Database>) -> Option<ID> {
        let like = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let first = known.iter().find(|(_, id)| id.is_some() && used.first() == id.as_ref());
            first.and_then(|(number, _)| fonts::all().get(*number))
        };
        let info = like.as_ref().map(typst::text::Font::info);
        let variant = info.map(|info| info.variant).unwrap_or_default();
        let number = fonts::all().book.select_fallback(info, variant, letter.encode_utf8(&mut [0; 4]))?;
        self.load(number, database).filter(|id| !used.contains(id))
    }

    fn load(&self, number: usize, database: &mut Arc<Database>) -> Option<ID> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(number).or_insert_with(|| {
            let font = fonts::all().get(number)?;
            let data = Source::Binary(Arc::new(font.data().clone()));
            let faces = Arc::make_mut(database).load_font_source(data);
            faces.get(usize::try_from(font.index()).ok()?).copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inside: &str) -> Option<String> {
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'>{inside}</svg>");
        outlined(text.as_bytes()).map(|made| String::from_utf8(made).unwrap())
    }

    #[test]
    fn letters_become_shapes_at_the_same_position() {
        let made =
            of("<rect width='9' height='9'/><g font-weight='bold'><text y='20'>Tide \u{3b1}</text></g>")
                .unwrap();
        assert!(!made.contains("<text") && !made.contains("Tide"), "{made}");
        assert!(made.contains("width=\"90\"") && made.matches("<path").count() > 1, "{made}");
        assert!(made.len() > of("<text y='20'>T</text>").unwrap().len(), "{made}");
    }

    #[test]
    fn a_drawing_without_letters_stays() {
        for inside in ["<rect width='9' height='9'/>", "<text display='none'>a</text>", "<g"] {
            assert_eq!(of(inside), None, "{inside}");
        }
    }

    #[test]
    fn no_file_is_opened() {
        let file = std::env::temp_dir().join(format!("outlines-{}.png", std::process::id()));
        std::fs::write(&file, books::testkit::PNG).unwrap();
        let made =
            of(&format!("<text y='20'>a</text><image width='9' height='9' href='{}'/>", file.display()));
        std::fs::remove_file(&file).unwrap();
        assert!(!made.unwrap().contains("<image"));
    }
}
