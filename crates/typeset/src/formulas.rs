//! Formulas as pictures (PNG), each on a page of its own size.

use std::panic::{AssertUnwindSafe, catch_unwind};

use books::{Formula, FormulaRenderer};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use typst_layout::PagedDocument;
use typst_svg::SvgOptions;

use crate::source;
use crate::world::BookWorld;

/// Letters have the size of text on most screens.
const FORMULA_PAGE: &str = "#set page(width: auto, height: auto, margin: 3pt, fill: white)\n\
     #set text(font: (\"Noto Sans\", \"DejaVu Sans\", \"Libertinus Serif\"), size: 16pt, fallback: true)\n\
     #show math.equation: set text(font: (\"New Computer Modern Math\", \"Noto Sans\", \"DejaVu Sans\"))\n";
/// Pixels per point, so that the picture can be enlarged; lower if it would be too large.
const PIXELS_PER_POINT: [f32; 3] = [2.0, 1.5, 1.0];
/// Limit of the longer side of a picture, pixels.
const MAX_SIDE_PIXELS: f32 = 6_000.0;
/// Limit of a picture's area, pixels.
const MAX_AREA_PIXELS: f32 = 4_000_000.0;

/// Draws formulas with the typesetter, for DAISY books.
///
/// If their appearance changes, raise the versions of the converters to DAISY 3
/// ([`books::daisy::CONVERTER_VERSION`]).
#[derive(Debug, Clone, Copy, Default)]
pub struct Formulas;

impl FormulaRenderer for Formulas {
    fn render(&self, formulas: &[Formula]) -> Vec<Option<Vec<u8>>> {
        let mut pictures = Vec::with_capacity(formulas.len());
        draw_halving(formulas, &mut pictures);
        // The layout cache is useless for the next formulas.
        comemo::evict(0);
        pictures
    }
}

/// Draws formulas together. If that fails they are halved, until the faulty one is alone.
fn draw_halving(formulas: &[Formula], pictures: &mut Vec<Option<Vec<u8>>>) {
    // A panic in a library must not lose the whole book.
    let made = catch_unwind(AssertUnwindSafe(|| draw_together(formulas))).ok().flatten();
    match made {
        Some(made) => pictures.extend(made),
        None if formulas.len() < 2 => pictures.extend(formulas.iter().map(|_| None)),
        None => {
            let (front, back) = formulas.split_at(formulas.len() / 2);
            draw_halving(front, pictures);
            draw_halving(back, pictures);
        }
    }
}

fn draw_together(formulas: &[Formula]) -> Option<Vec<Option<Vec<u8>>>> {
    let mut text = String::from(FORMULA_PAGE);
    for formula in formulas {
        text.push_str("#page[#math.equation(block: true)[");
        source::formula(&mut text, formula);
        text.push_str("]]\n");
    }
    let document = typst::compile::<PagedDocument>(&BookWorld::new(text, Vec::new())).output.ok()?;
    let pages = document.pages();
    (pages.len() == formulas.len())
        .then(|| pages.iter().map(|page| render_png(&typst_svg::svg(page, &SvgOptions::default()))).collect())
}

/// A drawing in black on white. `None` if it is too large.
fn render_png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let sides =
        |scale: f32| [tree.size().width(), tree.size().height()].map(|side| (side * scale).ceil().max(1.0));
    let scale = PIXELS_PER_POINT.into_iter().find(|scale| {
        let [width, height] = sides(*scale);
        width.max(height) <= MAX_SIDE_PIXELS && width * height <= MAX_AREA_PIXELS
    })?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in bounds, and whole")]
    let [width, height] = sides(scale).map(|side| side as u32);
    let mut canvas = Pixmap::new(width, height)?;
    // The page may end within the last pixels.
    canvas.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    // All of it is opaque and gray.
    let gray: Vec<u8> = canvas.pixels().iter().map(|pixel| pixel.green()).collect();
    let mut out = Vec::new();
    PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive)
        .write_image(&gray, width, height, ExtendedColorType::L8)
        .ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula_from_mathml(inner: &str) -> Formula {
        Formula::from_mathml(&format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>"))
            .unwrap()
    }

    /// Width, height, and the number of dark pixels.
    fn measure_picture(png: &[u8]) -> (u32, u32, usize) {
        let picture = image::load_from_memory(png).unwrap().to_luma8();
        let dark = picture.pixels().filter(|pixel| pixel.0[0] < 128).count();
        (picture.width(), picture.height(), dark)
    }

    #[test]
    fn each_formula_has_a_picture_of_its_own_size() {
        let simple = formula_from_mathml("<mi>x</mi>");
        let tall = formula_from_mathml(
            "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mroot><mi>y</mi><mn>3</mn></mroot></mfrac>",
        );
        let made = Formulas.render(&[simple.clone(), tall, simple]);
        let [Some(first), Some(second), Some(third)] = made.as_slice() else { panic!("{made:?}") };
        let ((width, height, dark), (wide, high, _)) = (measure_picture(first), measure_picture(second));
        assert!(wide > width && high > height, "{wide}x{high}, {width}x{height}");
        assert!((20..400).contains(&dark), "{dark}");
        assert!((12..60).contains(&width) && (12..80).contains(&height), "{width}x{height}");
        assert_eq!(first, third);
        // The edges are blank.
        for png in [first, second] {
            let picture = image::load_from_memory(png).unwrap().to_luma8();
            let (right, below) = (picture.width() - 1, picture.height() - 1);
            assert!((0..=right).all(|x| picture.get_pixel(x, below).0[0] > 250));
            assert!((0..=below).all(|y| picture.get_pixel(right, y).0[0] > 250));
        }
    }

    #[test]
    fn deep_nesting_takes_linear_time() {
        for (open, close) in [
            ("<mfenced>", "</mfenced>"),
            ("<msqrt><mi>y</mi>", "</msqrt>"),
            ("<mfrac><mi>y</mi><mrow>", "</mrow></mfrac>"),
            ("<msup><mi>y</mi><mrow>", "</mrow></msup>"),
            ("<munderover><mo>&#8721;</mo><mi>y</mi><mrow>", "</mrow></munderover>"),
            ("<mover><mrow>", "</mrow><mo>^</mo></mover>"),
            ("<mtable><mtr><mtd>", "</mtd></mtr></mtable>"),
        ] {
            // Each element counts, and so does the formula.
            let depth = 22 / open.matches('<').count().min(2);
            let nested =
                formula_from_mathml(&format!("{}<mi>x</mi>{}", open.repeat(depth), close.repeat(depth)));
            assert!(Formulas.render(&[nested])[0].is_some(), "{open}");
        }
    }

    #[test]
    fn columns_are_aligned_as_in_the_source() {
        // Edges of the long number in the upper row and the short one in the lower.
        let sides = |said: &str| {
            let table = formula_from_mathml(&format!(
                "<mtable {said}><mtr><mtd><mn>55555</mn></mtd></mtr><mtr><mtd><mn>5</mn></mtd></mtr></mtable>"
            ));
            let made = Formulas.render(&[table]).pop().flatten().unwrap();
            let picture = image::load_from_memory(&made).unwrap().to_luma8();
            let half = picture.height() / 2;
            let dark = |from: u32, to: u32| {
                let in_row = |x: &u32| (from..to).any(|y| picture.get_pixel(*x, y).0[0] < 128);
                let columns: Vec<u32> = (0..picture.width()).filter(in_row).collect();
                (*columns.first().unwrap(), *columns.last().unwrap())
            };
            (dark(0, half), dark(half, picture.height()))
        };
        let near = |one: u32, other: u32| one.abs_diff(other) <= 1;
        let (long, short) = sides("columnalign=\"left\"");
        assert!(near(long.0, short.0) && long.1 > short.1 + 20, "{long:?} {short:?}");
        let (long, short) = sides("columnalign=\"right\"");
        assert!(near(long.1, short.1) && long.0 + 20 < short.0, "{long:?} {short:?}");
        let (long, short) = sides("");
        assert!(near(long.0 + long.1, short.0 + short.1), "{long:?} {short:?}");
    }

    #[test]
    fn lines_through_a_part_are_drawn() {
        let draw = |notation: &str| {
            let inner = format!("<menclose notation=\"{notation}\"><mi>x</mi></menclose>");
            Formulas.render(&[formula_from_mathml(&inner)]).pop().flatten().unwrap()
        };
        let plain = draw("none");
        for notation in
            ["updiagonalstrike", "downdiagonalstrike", "verticalstrike", "horizontalstrike", "radical"]
        {
            assert_ne!(draw(notation), plain, "{notation}");
        }
        assert_ne!(draw("updiagonalstrike downdiagonalstrike"), draw("updiagonalstrike"));
    }

    #[test]
    fn a_large_one_is_drawn_smaller() {
        let row = format!("<mtr>{}</mtr>", "<mtd><mn>1234567</mn></mtd>".repeat(14));
        let large = formula_from_mathml(&format!("<mtable>{}</mtable>", row.repeat(45)));
        let made = Formulas.render(&[large]).pop().flatten().unwrap();
        let (width, height, _) = measure_picture(&made);
        assert!(u64::from(width) * u64::from(height) <= 4_000_000 && width > 1_000, "{width}x{height}");
    }

    #[test]
    fn one_that_cannot_be_drawn_leaves_the_others_alone() {
        let endless = formula_from_mathml(&format!("<mrow>{}</mrow>", "<mi>x</mi><mo>+</mo>".repeat(3_000)));
        let made =
            Formulas.render(&[formula_from_mathml("<mn>1</mn>"), endless, formula_from_mathml("<mn>2</mn>")]);
        assert_eq!(made.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
        assert!(Formulas.render(&[]).is_empty());
    }
}
