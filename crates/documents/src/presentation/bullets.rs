//! Bullets and numbers that placeholders of a slide take from its layout, and this from its master.

use roxmltree::Node;

use books::model::Numbering;
use books::xml::find_child;

use super::descendants_named;

/// The bullet of a paragraph: its kind and its number. `None` if it has none.
pub(super) type ListBullet = Option<(Option<Numbering>, i32)>;

/// Number of levels of paragraphs.
const LEVELS: usize = 9;
/// Maximum number of placeholders of a layout that are read.
const MAX_PLACEHOLDERS: usize = 200;

/// The bullets of the levels of a body; `None` for those that are not stated.
pub(super) type LevelBullets = [Option<ListBullet>; LEVELS];

/// The bullets that a layout or a master states.
#[derive(Debug, Clone, Default)]
pub(super) struct LayoutBullets {
    placeholders: Vec<PlaceholderBullets>,
    /// Those of all bodies.
    bodies: LevelBullets,
}

#[derive(Debug, Clone)]
struct PlaceholderBullets {
    kind: String,
    index: String,
    levels: LevelBullets,
}

impl LayoutBullets {
    /// Reads the placeholders of a layout or a master, and the styles of a master.
    pub(super) fn from_root(root: Node<'_, '_>) -> Self {
        let styles = find_child(root, "txStyles").and_then(|styles| find_child(styles, "bodyStyle"));
        let placeholders = descendants_named(root, "sp").filter_map(|shape| {
            let placeholder = descendants_named(shape, "ph").next()?;
            let styles = find_child(find_child(shape, "txBody")?, "lstStyle")?;
            let value = |name: &str| placeholder.attribute(name).unwrap_or_default().to_owned();
            Some(PlaceholderBullets { kind: value("type"), index: value("idx"), levels: read_levels(styles) })
        });
        let placeholders = placeholders.take(MAX_PLACEHOLDERS).collect();
        Self { placeholders, bodies: styles.map(read_levels).unwrap_or_default() }
    }

    /// Adds what the master of a layout states.
    pub(super) fn complete_with(&mut self, master: &Self) {
        let body = master.placeholders.iter().find(|own| own.kind == "body");
        self.bodies = body.map_or(master.bodies, |body| overlay(master.bodies, body.levels));
    }

    /// The bullets of a placeholder of a slide, by its kind and its index.
    pub(super) fn find_levels(&self, kind: &str, index: &str) -> LevelBullets {
        let by_index = self.placeholders.iter().find(|own| !index.is_empty() && own.index == index);
        let own = by_index.or_else(|| self.placeholders.iter().find(|own| own.kind == kind));
        own.map_or(self.bodies, |own| overlay(self.bodies, own.levels))
    }
}

/// The bullet that the properties of a paragraph or of a level state.
pub(super) fn read_bullet(properties: Node<'_, '_>) -> Option<ListBullet> {
    properties.children().find_map(|inner| match inner.tag_name().name() {
        "buNone" => Some(None),
        "buChar" | "buBlip" => Some(Some((None, 1))),
        "buAutoNum" => {
            let start = inner.attribute("startAt").and_then(|start| start.parse().ok()).unwrap_or(1);
            Some(Some((Some(parse_numbering(inner.attribute("type").unwrap_or_default())), start)))
        }
        _ => None,
    })
}

fn parse_numbering(kind: &str) -> Numbering {
    match kind.get(..7).unwrap_or(kind) {
        "alphaLc" => Numbering::LowerLetter,
        "alphaUc" => Numbering::UpperLetter,
        "romanLc" => Numbering::LowerRoman,
        "romanUc" => Numbering::UpperRoman,
        _ => Numbering::Decimal,
    }
}

/// The levels of a list of styles: `lvl1pPr` to `lvl9pPr`.
fn read_levels(styles: Node<'_, '_>) -> LevelBullets {
    std::array::from_fn(|level| find_level(styles, level).and_then(read_bullet))
}

/// The properties of a level in a list of styles.
pub(super) fn find_level<'a, 'i>(styles: Node<'a, 'i>, level: usize) -> Option<Node<'a, 'i>> {
    find_child(styles, &format!("lvl{}pPr", level + 1))
}

/// The bullets of `above` where they are stated, otherwise those of `below`.
fn overlay(below: LevelBullets, above: LevelBullets) -> LevelBullets {
    std::array::from_fn(|level| above[level].or(below[level]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_have_the_bullets_of_their_layout_or_of_its_master() {
        let read =
            |text: &str| LayoutBullets::from_root(roxmltree::Document::parse(text).unwrap().root_element());
        let shape = |about: &str, style: &str| {
            format!("<sp><ph {about}/><txBody><lstStyle>{style}</lstStyle></txBody></sp>")
        };
        let numbered = shape("idx=\"1\"", "<lvl1pPr><buAutoNum type=\"romanLcPeriod\"/></lvl1pPr>");
        let plain = shape("type=\"body\" idx=\"13\"", "<lvl1pPr><buNone/></lvl1pPr>");
        let mut layout = read(&format!("<sldLayout>{numbered}{plain}</sldLayout>"));
        let style = "<lvl1pPr><buNone/></lvl1pPr><lvl2pPr><buNone/></lvl2pPr>";
        let body = shape("type=\"body\"", "<lvl1pPr><buChar char=\"-\"/></lvl1pPr>");
        let master =
            format!("<sldMaster>{body}<txStyles><bodyStyle>{style}</bodyStyle></txStyles></sldMaster>");
        layout.complete_with(&read(&master));
        let first_levels = |kind: &str, index: &str| {
            let [first, second, third, ..] = layout.find_levels(kind, index);
            [first, second, third]
        };
        let roman = Some(Some((Some(Numbering::LowerRoman), 1)));
        assert_eq!(first_levels("", "1"), [roman, Some(None), None]);
        assert_eq!(first_levels("body", "13"), [Some(None), Some(None), None]);
        assert_eq!(first_levels("obj", "7"), [Some(Some((None, 1))), Some(None), None]);
    }
}
