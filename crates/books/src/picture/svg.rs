//! Drawings (SVG) as PNG, by resvg. No file and no address is ever opened for one; pictures inside it come
//! from the drawing itself or from the package that it is in.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree, fontdb};
use roxmltree::Document;

use super::{MAX_PIXELS, read_format_and_size, weight};
use crate::xml;

/// Bytes of the longest drawing, apart from the pictures in it.
const MAX_DRAWING_BYTES: usize = 4 << 20;
/// Bytes of all pictures in a drawing, encoded.
const MAX_PICTURES_LENGTH: usize = 24 << 20;
const MAX_DRAWING_NODES: u32 = 200_000;

/// A drawing and its size in the output.
pub(crate) struct Drawing<'a> {
    /// The document.
    pub(crate) text: &'a str,
    /// Pixels of the longer side.
    pub(crate) longest: u32,
    /// Maximum factor by which the drawing may be enlarged.
    pub(crate) enlarged: f32,
    /// Finds a picture that it refers to.
    pub(crate) picture: &'a (dyn Fn(&str) -> Option<Vec<u8>> + Sync),
}

/// A drawing as PNG. `None` if it is broken, empty, or too much work.
pub(crate) fn draw_png(drawing: &Drawing<'_>) -> Option<Vec<u8>> {
    // A panic in the library must not lose the whole book.
    catch_unwind(AssertUnwindSafe(|| draw_unwatched(drawing))).ok().flatten()
}

/// Returns true if a drawing (SVG) can be read by a program that draws without growing out of bounds.
pub fn is_light_drawing(text: &str) -> bool {
    parse_light(text).is_some()
}

/// A drawing whose reading is bounded.
fn parse_light(text: &str) -> Option<Document<'_>> {
    let document = Some(text)
        .filter(|text| length_without_pictures(text) <= MAX_DRAWING_BYTES)
        .and_then(|text| xml::parse_part(text, MAX_DRAWING_NODES, true))?;
    weight::parses_lightly(&document).then_some(document)
}

/// The bytes of a drawing, apart from those of the pictures in it, which have a bound of their own.
fn length_without_pictures(text: &str) -> usize {
    if text.len() <= MAX_DRAWING_BYTES {
        return text.len();
    }
    let pictures = text.match_indices("\"data:image/").map(|(at, _)| {
        let inside = &text[at + 1..];
        inside.find('"').unwrap_or_default()
    });
    text.len() - pictures.sum::<usize>().min(MAX_PICTURES_LENGTH)
}

fn draw_unwatched(drawing: &Drawing<'_>) -> Option<Vec<u8>> {
    let document = parse_light(drawing.text)?;
    let pixels = AtomicU64::new(0);
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::clone(&FONTS),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, data, _| decode_bitmap(data, &pixels)),
            resolve_string: Box::new(|href, _| decode_bitmap(Arc::new((drawing.picture)(href)?), &pixels)),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).ok()?;
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let scale = (drawing.longest as f32 / size.width().max(size.height())).min(drawing.enlarged);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and not negative")]
    let pixels_of = |length: f32| ((length * scale).ceil() as u32).clamp(1, drawing.longest);
    let (width, height) = (pixels_of(size.width()), pixels_of(size.height()));
    if !weight::draws_lightly(&tree, scale, (width, height)) {
        return None;
    }
    let mut canvas = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().ok()
}

/// A picture inside a drawing: no nested drawings, and all of them together within limits.
fn decode_bitmap(data: Arc<Vec<u8>>, pixels: &AtomicU64) -> Option<ImageKind> {
    let (format, (width, height)) = read_format_and_size(&data)?;
    let own = u64::from(width) * u64::from(height);
    if pixels.fetch_add(own, Ordering::Relaxed).saturating_add(own) > MAX_PIXELS {
        return None;
    }
    match format {
        image::ImageFormat::Jpeg => Some(ImageKind::JPEG(data)),
        image::ImageFormat::Png => Some(ImageKind::PNG(data)),
        image::ImageFormat::Gif => Some(ImageKind::GIF(data)),
        image::ImageFormat::WebP => Some(ImageKind::WEBP(data)),
        _ => None,
    }
}

/// The fonts of drawings: a few families from Debian packages; fonts named by a drawing are searched only
/// among them. Without any font, text is omitted.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    const FILES: [&str; 10] = [
        "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf",
        "dejavu/DejaVuSerif-Bold.ttf", "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf",
        "noto/NotoSans-Regular.ttf", "noto/NotoSans-Bold.ttf", "noto/NotoSans-Italic.ttf",
        "noto/NotoSerif-Regular.ttf",
    ];
    let mut fonts = fontdb::Database::new();
    for file in FILES {
        if let Ok(data) = std::fs::read(Path::new("/usr/share/fonts/truetype").join(file)) {
            fonts.load_font_data(data);
        }
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_serif_family("DejaVu Serif");
    fonts.set_monospace_family("DejaVu Sans Mono");
    fonts.set_cursive_family("DejaVu Serif");
    fonts.set_fantasy_family("DejaVu Sans");
    Arc::new(fonts)
});

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::testkit::MINIMAL_PNG;

    fn no_picture(_: &str) -> Option<Vec<u8>> {
        None
    }

    fn draw_svg(inside: &str) -> Option<Vec<u8>> {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"20\" height=\"10\">{inside}</svg>"
        );
        draw_png(&Drawing { text: &text, longest: 40, enlarged: 4.0, picture: &no_picture })
    }

    fn pixel_at(png: &[u8], x: u32, y: u32) -> [u8; 4] {
        image::load_from_memory(png).unwrap().to_rgba8().get_pixel(x, y).0
    }

    #[test]
    fn a_drawing_is_drawn_as_large_as_asked() {
        let made = draw_svg("<rect width='10' height='10' fill='#ff0000'/>").unwrap();
        let picture = image::load_from_memory(&made).unwrap();
        assert_eq!((picture.width(), picture.height()), (40, 20));
        assert_eq!((pixel_at(&made, 5, 5), pixel_at(&made, 35, 5)), ([255, 0, 0, 255], [0; 4]));
        let small = Drawing {
            text: "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>",
            longest: 40,
            enlarged: 4.0,
            picture: &no_picture,
        };
        let small = image::load_from_memory(&draw_png(&small).unwrap()).unwrap();
        assert_eq!(small.width(), 8);
    }

    #[test]
    fn opens_nothing_outside_and_shows_embedded_pictures() {
        let file = std::env::temp_dir().join(format!("openshelf-svg-{}.png", std::process::id()));
        std::fs::write(&file, MINIMAL_PNG).unwrap();
        let outside = format!("<image width='20' height='10' xlink:href='{}'/>", file.display());
        assert_eq!(pixel_at(&draw_svg(&outside).unwrap(), 5, 5), [0; 4]);
        std::fs::remove_file(file).unwrap();
        // A drawing in a drawing, by which each could bring ten others.
        let nested = "<image width='20' height='10' href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='99' height='99'/%3E%3C/svg%3E\"/>";
        assert_eq!(pixel_at(&draw_svg(nested).unwrap(), 5, 5), [0; 4]);
        let mut red = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(2, 2, image::Rgb([255, 0, 0]))
            .write_to(&mut red, image::ImageFormat::Png)
            .unwrap();
        let red = red.into_inner();
        let own = |href: &str| (href == "a.png").then(|| red.clone());
        let text = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><image width='20' height='20' href='a.png'/></svg>";
        let made = draw_png(&Drawing { text, longest: 20, enlarged: 1.0, picture: &own }).unwrap();
        assert_eq!(pixel_at(&made, 10, 10), [255, 0, 0, 255]);
    }

    #[test]
    fn drawings_that_would_take_forever_are_not_drawn() {
        let many = |count: usize, one: &str| one.repeat(count);
        // Ten times ten times ten.
        let mut bomb = String::from("<defs><g id='n0'><rect width='1' height='1'/></g>");
        for n in 1..9 {
            write!(bomb, "<g id='n{n}'>{}</g>", many(10, &format!("<use href='#n{}'/>", n - 1))).unwrap();
        }
        bomb.push_str("</defs><use href='#n8'/>");
        let mut patterns = String::from(
            "<defs><pattern id='p0' width='2' height='2' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>",
        );
        for n in 1..9 {
            let inner = many(20, &format!("<rect width='2' height='2' fill='url(#p{})'/>", n - 1));
            write!(
                patterns,
                "<pattern id='p{n}' width='2' height='2' patternUnits='userSpaceOnUse'>{inner}</pattern>"
            )
            .unwrap();
        }
        patterns.push_str("</defs><rect width='20' height='10' fill='url(#p8)'/>");
        let layers =
            format!("{}<rect width='9999' height='9999'/>{}", many(60, "<g opacity='.9'>"), many(60, "</g>"));
        let layers =
            layers.replace("<rect", &many(3_000, "<rect width='9999' height='9999' opacity='.5'/><rect"));
        let turbulence = "<filter id='f'><feTurbulence baseFrequency='.01' numOctaves='999999'/></filter><rect filter='url(#f)' width='9' height='9'/>";
        let pattern = "<pattern id='p' width='900000' height='900000' patternUnits='userSpaceOnUse'><rect width='9' height='9'/></pattern><rect width='9' height='9' fill='url(#p)'/>";
        let dashes = many(500, "<path d='M0 0H9999999' stroke='red' stroke-dasharray='.1 .1'/>");
        let marks = format!(
            "<marker id='m'>{}</marker><path marker-mid='url(#m)' d='M0 0{}'/>",
            many(2_000, "<rect width='1' height='1'/>"),
            many(20_000, "L1 1")
        );
        let cycle = "<g id='a'><use href='#a'/></g>";
        let deep = format!("{}{}", many(5_000, "<g>"), many(5_000, "</g>"));
        let full = many(20_000, "<rect width='20' height='10' fill='url(#g)'/>");
        let words = format!("<text>{}</text>", many(200_000, "a"));
        // Each rule is compared with each element.
        let rules =
            format!("<style>{}</style>{}", many(20_000, "g,a b{x:y}"), many(20_000, "<g class='a'/>"));
        // Each selector has all declarations.
        let declared = format!("<style>{}a{{{}}}</style>", many(5_000, "a,"), many(5_000, "b:c;"));
        // Each part of a selector may be any of the elements around.
        let choices = format!(
            "<style>x{} rect{{b:c}}</style>{}<rect width='9' height='9'/>{}",
            many(10, " g"),
            many(40, "<g>"),
            many(40, "</g>")
        );
        let in_strings = format!("<style>{}a{{b:c}}</style>", many(2, "[a='{'],"));
        let chain: Vec<String> =
            (0..20_000).map(|n| format!("<linearGradient id='g{n}' href='#g{}'/>", n + 1)).collect();
        let chain = chain.concat();
        let filters = format!(
            "<filter id='f'>{}</filter>{}",
            many(200, "<feGaussianBlur stdDeviation='99'/>"),
            many(500, "<rect filter='url(#f)' width='9' height='9'/>")
        );
        let hostile = [
            &bomb, &patterns, &layers, turbulence, pattern, &dashes, &marks, cycle, &deep, &words, &rules,
            &declared, &choices, &in_strings, &chain, &filters,
        ];
        for (n, drawing) in hostile.iter().enumerate() {
            assert!(draw_svg(drawing).is_none(), "{n}");
        }
        // Much, but no more than some maps have.
        assert!(draw_svg(&full).is_some());
        let entities = "<!DOCTYPE svg [<!ENTITY a 'ENTITY'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&a;</svg>";
        let entity = |value: &str, times: usize| {
            entities.replace("ENTITY'", &format!("{value}'")).replace("&a;", &many(times, "&a;"))
        };
        assert!(is_light_drawing(&entity("b", 1)) && !is_light_drawing(&entity(&many(100_000, "b"), 60_000)));
        assert!(!is_light_drawing(&format!(
            "<svg {}/>",
            (0..50_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat()
        )));
        for broken in ["<g", "<g></svg>", "\0"] {
            assert!(draw_svg(broken).is_none(), "{broken}");
        }
    }
}
