//! Measures the memory of a conversion as the book grows: a book of text 1, 10 and 100 times as long, and one
//! with 13, 130 and 1,300 pictures, in every format. Each conversion is a process of its own; its peak is
//! what Linux counted (`VmHWM`). Prints a table in Markdown.
//!
//! `cargo run -p typeset --example memory [-- FORMAT...]`

use std::fs::File;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use books::testkit::{EpubBuilder, ToneEngine};
use books::{Format, Options, WireEnum as _, convert_to};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const REPETITIONS: [usize; 3] = [1, 10, 100];
/// Pictures in the smallest book.
const PICTURES_PER_BOOK: usize = 13;
/// Pixels of a side.
const PICTURE_SIDE_PIXELS: u32 = 400;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [run, format, source] if run == "convert" => convert_and_report(format.parse()?, Path::new(source)),
        formats => print_table(formats),
    }
}

fn print_table(formats: &[String]) -> Result<()> {
    let formats: Vec<Format> = if formats.is_empty() {
        Format::ALL.to_vec()
    } else {
        formats.iter().map(|format| format.parse()).collect::<std::result::Result<_, _>>()?
    };
    let folder = std::env::temp_dir().join(format!("openshelf-memory-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    println!("| Book | Source | Format | Made | Peak | Time |\n|---|---:|---|---:|---:|---:|");
    for (kind, of) in [("text", build_text_book as fn(usize) -> Vec<u8>), ("pictures", build_picture_book)] {
        for times in REPETITIONS {
            let path = folder.join("book.epub");
            let source = of(times);
            std::fs::write(&path, &source)?;
            let size = source.len();
            drop(source);
            for format in &formats {
                let run = Command::new(std::env::current_exe()?)
                    .args(["convert", format.as_str()])
                    .arg(&path)
                    .output()?;
                let figures = String::from_utf8_lossy(&run.stdout);
                let figures = if run.status.success() { figures.trim() } else { "failed | | " };
                println!("| {kind} × {times} | {} | {format} | {figures} |", format_mebibytes(size));
            }
        }
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

fn convert_and_report(format: Format, path: &Path) -> Result<()> {
    let source = bytes::Bytes::from(std::fs::read(path)?);
    let options = Options {
        engine: Arc::new(ToneEngine::default()),
        renderer: Some(Arc::new(typeset::Formulas)),
        pdf: Some(Arc::new(typeset::Pdf)),
        ..Options::new("2026-01-01T00:00:00Z".parse()?)
    };
    let target = path.with_extension("made");
    let start = Instant::now();
    let mut out = File::options().read(true).write(true).create(true).truncate(true).open(&target)?;
    (out, _) = convert_to(format, source, &options, out, &mut ())?;
    marks::plan_unprepared(format, &mut out)?;
    let seconds = start.elapsed().as_secs_f64();
    let made = usize::try_from(std::fs::metadata(&target)?.len())?;
    println!("{} | {} | {seconds:.1} s", format_mebibytes(made), format_mebibytes(peak_memory_bytes()?));
    Ok(())
}

/// The largest memory of this process so far, bytes.
fn peak_memory_bytes() -> Result<usize> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<usize>()? * 1024)
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn format_mebibytes(bytes: usize) -> String {
    format!("{:.1} MiB", bytes as f64 / 1024.0 / 1024.0)
}

/// Six chapters of ten thousand letters each, repeated `times` times.
fn build_text_book(times: usize) -> Vec<u8> {
    const SAMPLE_WORDS: [&str; 20] = [
        "the", "tide", "comes", "in", "over", "flat", "sand", "and", "leaves", "a", "line", "of", "weed",
        "where", "gulls", "walk", "before", "anybody", "is", "awake",
    ];
    let mut builder = EpubBuilder::new("A Long Book");
    let mut n = 0_usize;
    for chapter in 1..=6 * times {
        let mut markup = String::new();
        for _ in 0..20 {
            markup.push_str("<p>");
            for _ in 0..100 {
                // A sequence that repeats late, so that the container cannot make it too small.
                n = (n * 31 + 17) % 1_000_003;
                markup.push_str(SAMPLE_WORDS[n % SAMPLE_WORDS.len()]);
                markup.push_str(if n.is_multiple_of(11) { ". " } else { " " });
            }
            markup.push_str("end.</p>");
        }
        builder = builder.chapter(&format!("Chapter {chapter}"), &markup);
    }
    builder.build()
}

/// Thirteen pictures with a line each, repeated `times` times.
fn build_picture_book(times: usize) -> Vec<u8> {
    let mut builder = EpubBuilder::new("Pictures");
    for chapter in 0..times {
        let mut markup = String::new();
        for n in 0..PICTURES_PER_BOOK {
            let name = format!("p{chapter}-{n}.png");
            let seed = u32::try_from(chapter * PICTURES_PER_BOOK + n).unwrap_or_default();
            builder = builder.file(&name, "image/png", &incompressible_picture(seed));
            markup.extend(["<p><img src=\"", &name, "\" alt=\"Noise\"/></p><p>It shows noise.</p>"]);
        }
        builder = builder.chapter(&format!("Chapter {}", chapter + 1), &markup);
    }
    builder.build()
}

/// A picture that nothing makes smaller.
fn incompressible_picture(seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let picture = image::GrayImage::from_fn(PICTURE_SIDE_PIXELS, PICTURE_SIDE_PIXELS, |_, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        image::Luma([state.to_le_bytes()[1]])
    });
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, image::ImageFormat::Png).expect("a picture in memory");
    out.into_inner()
}
