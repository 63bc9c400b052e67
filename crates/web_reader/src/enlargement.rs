//! Links from pictures to pages of their own, where they can be enlarged.

use books::model::Image;

use crate::PlaceholderWord;
use crate::outline::PartRange;
use crate::page::PageWriter;
use crate::pictures::{ChapterPicture, PicturePlacement, PictureSource, picture_path};

/// Begins the ids of links to pages of pictures. No id of the text begins with it.
const LINK_ID_PREFIX: &str = "p.";
/// Maximum side, in pixels, of a picture that counts as a symbol: a bullet, a letter, a word of the line.
const MAX_SIGN_PIXELS: u32 = 64;
/// Characters of the alternative of a picture that is a letter of a word, such as its first one.
const MAX_LETTER_CHARS: usize = 2;

/// Returns true for a picture that has something to see: neither an ornament nor a symbol.
pub(crate) fn can_be_enlarged(
    image: &Image,
    (width, height): (u32, u32),
    placement: PicturePlacement,
) -> bool {
    let is_letter = || image.alt.as_deref().is_some_and(|alt| alt.trim().chars().count() <= MAX_LETTER_CHARS);
    let is_sign = match placement {
        PicturePlacement::Alone => width.max(height) <= MAX_SIGN_PIXELS,
        PicturePlacement::InLine => width.min(height) <= MAX_SIGN_PIXELS || is_letter(),
    };
    !image.decorative && !is_sign
}

impl PageWriter<'_> {
    /// Adds a picture to those that have a page of their own, and returns its number.
    pub(crate) fn add_picture(
        &mut self,
        source: PictureSource,
        size: (u32, u32),
        alt: Option<String>,
    ) -> usize {
        let number = self.pictures.len();
        self.pictures.push(ChapterPicture {
            id: format!("{LINK_ID_PREFIX}{}", number + 1),
            source,
            size,
            alt,
            lang: self.html.stated_language().to_owned(),
            place: self.places.last().map(|place| place.0.clone()).unwrap_or_default(),
            caption: PartRange::default(),
            description: PartRange::default(),
        });
        number
    }

    /// Begins the link around a picture to its page. Returns false where links would be in the way: the link
    /// then follows.
    pub(crate) fn begin_picture_link(&mut self, number: usize, placement: PicturePlacement) -> bool {
        if let Some(numbers) = &mut self.postponed_links {
            numbers.push(number);
            return false;
        }
        let class = match placement {
            PicturePlacement::Alone => "b-picture",
            PicturePlacement::InLine => "b-picture b-in-line",
        };
        self.html.open("a").attr("class", class);
        self.write_picture_target(number);
        true
    }

    /// Ends the link around a picture to its page, with words after its alternative: screen readers say first
    /// what the picture shows. `needs_pause`: the alternative does not end with punctuation.
    pub(crate) fn end_picture_link(&mut self, number: usize, needs_pause: bool) {
        self.html.open("span").attr("class", "b-enlarge").mark_words_language();
        if needs_pause {
            self.html.open("span").attr("class", "hidden").text(". ").close("span");
        } else {
            self.html.text(" ");
        }
        self.html.placeholder(PlaceholderWord::Enlarge);
        if self.pictures[number].alt.is_none() {
            // Links with the same name would lead to different pictures.
            self.html.text(" ").text(&(number + 1).to_string());
        }
        self.html.close("span").close("a");
    }

    /// Writes content in which links to pages of pictures would be in the way, because it is a link or a name
    /// of something. Returns the numbers of its pictures.
    pub(crate) fn postpone_picture_links(&mut self, write: impl FnOnce(&mut Self)) -> Vec<usize> {
        let around = self.postponed_links.replace(Vec::new());
        write(self);
        std::mem::replace(&mut self.postponed_links, around).unwrap_or_default()
    }

    /// Writes links to the pages of these pictures, with their numbers: their alternatives were read before.
    pub(crate) fn write_picture_links(&mut self, numbers: &[usize], placement: PicturePlacement) {
        if let Some(around) = &mut self.postponed_links {
            around.extend(numbers);
            return;
        }
        for number in numbers {
            let is_alone = placement == PicturePlacement::Alone;
            if is_alone {
                self.html.open("p");
            } else {
                self.html.text(" ");
            }
            self.html.open("a").attr("class", "b-enlarge");
            self.write_picture_target(*number);
            self.html
                .mark_words_language()
                .placeholder(PlaceholderWord::Enlarge)
                .text(" ")
                .text(&(number + 1).to_string())
                .close("a");
            if is_alone {
                self.html.close("p").end_line();
            }
        }
    }

    /// Notes that the HTML since `start` is the extended description of a picture.
    pub(crate) fn end_description(&mut self, number: Option<usize>, start: usize) {
        let range = self.html_since(start);
        if let Some(picture) = number.and_then(|number| self.pictures.get_mut(number)) {
            picture.description = range;
        }
    }

    /// Notes that the HTML since `start` is the caption of these pictures, unless they have one of their own.
    pub(crate) fn end_caption(&mut self, numbers: std::ops::Range<usize>, start: usize) {
        let range = self.html_since(start);
        for picture in self.pictures.get_mut(numbers).unwrap_or_default() {
            if picture.caption.length == 0 {
                picture.caption = range;
            }
        }
    }

    fn html_since(&mut self, start: usize) -> PartRange {
        PartRange { at: start as u64, length: (self.html.position() - start) as u64 }
    }

    /// Writes id and address of the link to the page of a picture.
    fn write_picture_target(&mut self, number: usize) {
        let path = picture_path(self.chapter, number);
        self.html.attr("id", &self.pictures[number].id).attr("href", &path);
    }
}

#[cfg(test)]
mod tests {
    use books::model::{Image, ImageSource};

    use super::{PicturePlacement, can_be_enlarged};

    #[test]
    fn ornaments_and_signs_have_no_page_of_their_own() {
        let image = |alt: Option<&str>| Image {
            source: ImageSource::File("a.png".to_owned()),
            alt: alt.map(str::to_owned),
            description: Vec::new(),
            decorative: false,
            words_follow: false,
        };
        let alone = PicturePlacement::Alone;
        let in_line = PicturePlacement::InLine;
        let boat = image(Some("A boat"));
        for (size, is_enlarged_alone, is_enlarged_in_line) in [
            ((64, 64), false, false),
            ((300, 40), true, false),
            ((300, 200), true, true),
            ((65, 65), true, true),
        ] {
            assert_eq!(can_be_enlarged(&boat, size, alone), is_enlarged_alone, "{size:?}");
            assert_eq!(can_be_enlarged(&boat, size, in_line), is_enlarged_in_line, "{size:?}");
        }
        // The first letter of a chapter.
        let letter = image(Some("T"));
        assert!(
            can_be_enlarged(&letter, (200, 200), alone) && !can_be_enlarged(&letter, (200, 200), in_line)
        );
        assert!(can_be_enlarged(&image(None), (200, 200), in_line), "nothing says that it is a letter");
        assert!(!can_be_enlarged(&Image { decorative: true, ..boat }, (900, 900), alone));
    }
}
