//! Measures the cost of maps of places: `cargo run --release -p conversion --example places -- [FORMAT...]
//! BOOK...`. For each book and format, of text if none is named: sentences, bytes of map and package, and the
//! time of a conversion without and with a map, the shortest of several that take turns. As in the server,
//! the package is prepared for copies, and the map is written; that of an EPUB after it, so its time stands
//! for itself.

use std::io::Cursor;
use std::time::{Duration, Instant};

use books::{Format, Options, convert_to, convert_with_map, locate_sentences};
use bytes::Bytes;

const MEASURED_ROUNDS: usize = 15;

/// The package, prepared for copies.
fn prepare_package(format: Format, package: Cursor<Vec<u8>>) -> books::Result<Option<Vec<u8>>> {
    Ok(marks::prepare(format, package, Vec::new())?.map(|(prepared, _)| prepared))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::new(jiff::Timestamp::UNIX_EPOCH);
    let (formats, paths): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|argument| argument.parse::<Format>().is_ok());
    let mut formats = formats.iter().map(|name| name.parse()).collect::<Result<Vec<Format>, _>>()?;
    if formats.is_empty() {
        formats = vec![Format::Epub3, Format::Daisy, Format::Brf, Format::Docx];
    }
    for path in paths {
        let source = Bytes::from(std::fs::read(&path)?);
        for format in formats.iter().copied() {
            let (mut without, mut with, mut apart) = (Duration::MAX, Duration::MAX, None);
            let (mut package, mut kept, mut sentences) = (0, 0, 0);
            for _ in 0..MEASURED_ROUNDS {
                let begin = Instant::now();
                let (out, _) =
                    convert_to(format, source.clone(), &options, Cursor::new(Vec::new()), &mut ())?;
                prepare_package(format, out)?;
                without = without.min(begin.elapsed());
                let begin = Instant::now();
                let out = Cursor::new(Vec::new());
                let then = |out| prepare_package(format, out);
                let made = convert_with_map(format, source.clone(), &options, out, &mut (), then)?;
                with = with.min(begin.elapsed());
                let begin = Instant::now();
                let map = match made.map {
                    None => {
                        let map = locate_sentences(source.clone(), &options.limits, &mut ())?;
                        apart = Some(apart.unwrap_or(Duration::MAX).min(begin.elapsed()));
                        map
                    }
                    written => written,
                };
                if let Some(packed) = &map {
                    (kept, sentences) = (packed.bytes.len(), packed.map.sentence_count());
                }
                package = made.output?.map_or(0, |package| package.len());
            }
            let share = |part: f64, whole: f64| 100.0 * part / whole;
            let size = share(f64::from(u32::try_from(kept)?), f64::from(u32::try_from(package)?));
            let time = share(with.as_secs_f64(), without.as_secs_f64()) - 100.0;
            println!(
                "{path} {format}: {sentences} sentences, {kept} of {package} bytes ({size:.2} %), \
                 {without:.1?} and {with:.1?} ({time:+.1} %){}",
                apart.map_or_else(String::new, |apart| format!(", the map after it {apart:.1?}"))
            );
        }
    }
    Ok(())
}
