//! Links between parts of a book. The typesetter does not know other parts: it gets a private address, which
//! no book can contain (only known schemes are allowed), and the link is corrected when the parts are merged.

use typst::foundations::Label;
use typst::introspection::Location;
use typst::layout::{Frame, FrameItem};
use typst::model::{Destination, Url};
use typst::utils::PicoStr;

/// Prefix of the addresses.
pub(crate) const PLACE_SCHEME: &str = "openshelf-place:";

/// The address of a place. `said`: the text of the link, for screen readers.
pub(crate) fn place_address(name: &str, said: &str) -> String {
    format!("{PLACE_SCHEME}{name} {said}")
}

pub(crate) fn find_label(name: &str) -> Option<Label> {
    Label::new(PicoStr::intern(name))
}

/// Redirects the links of a frame to other parts to such an address.
pub(crate) fn redirect_links(frame: &mut Frame, name: &dyn Fn(Location) -> Option<String>) {
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => redirect_links(&mut group.frame, name),
            FrameItem::Link(target, _) => {
                if let Destination::Location(location) = target
                    && let Some(url) =
                        name(*location).and_then(|name| Url::new(format!("{PLACE_SCHEME}{name}")).ok())
                {
                    *target = Destination::Url(url);
                }
            }
            _ => {}
        }
        true
    });
}
