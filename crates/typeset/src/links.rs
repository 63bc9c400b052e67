//! Links from one part of a book to another. The typesetter knows nothing of other parts: it gets an address
//! of ours, which no book can have (only known schemes are let through), and the link is put right when the
//! parts are put together.

use typst::foundations::Label;
use typst::introspection::Location;
use typst::layout::{Frame, FrameItem};
use typst::model::{Destination, Url};
use typst::utils::PicoStr;

/// Begins the addresses.
pub(crate) const SCHEME: &str = "openshelf-place:";

/// The address of a place. `said`: the words of the link, for those who only hear of it.
pub(crate) fn address(name: &str, said: &str) -> String {
    format!("{SCHEME}{name} {said}")
}

/// A label by its name.
pub(crate) fn label(name: &str) -> Option<Label> {
    Label::new(PicoStr::intern(name))
}

/// Makes the links of a frame to other places lead to such an address.
pub(crate) fn redirect(frame: &mut Frame, name: &dyn Fn(Location) -> Option<String>) {
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => redirect(&mut group.frame, name),
            FrameItem::Link(target, _) => {
                if let Destination::Location(location) = target
                    && let Some(url) =
                        name(*location).and_then(|name| Url::new(format!("{SCHEME}{name}")).ok())
                {
                    *target = Destination::Url(url);
                }
            }
            _ => {}
        }
        true
    });
}
