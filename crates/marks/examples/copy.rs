//! Converts a book, marks a copy of it and traces the mark, and reports how long each took.
//!
//! `cargo run --release -p marks --example copy -- DAISY book.epub book.zip`

use std::io::Cursor;
use std::time::Instant;

use books::{Format, Limits, Options, convert};
use marks::{Key, Watermark, WatermarkPlan, mark_package, prepare, trace_copy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [format, source, target] = arguments.as_slice() else {
        return Err("usage: copy FORMAT IN OUT".into());
    };
    let format: Format = format.parse()?;
    let source = bytes::Bytes::from(std::fs::read(source)?);
    let options = Options::new("2026-01-01T00:00:00Z".parse()?);
    let start = Instant::now();
    let package = convert(format, source, &options, &mut ())?;
    println!("converted in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    let one = Watermark::new("Jane Doe", "2026-01-01".parse()?, 1);
    let start = Instant::now();
    let copy = mark_package(format, Cursor::new(&package), Cursor::new(Vec::new()), &one, &Key::new(b"key"))?
        .into_inner();
    println!("marked in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    let start = Instant::now();
    let prepared = prepare(format, Cursor::new(&package), Vec::new())?;
    println!("prepared in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    if let Some((ready, plan)) = prepared {
        let (own, plan) = (package.len(), plan.to_bytes());
        println!("{own} bytes, prepared {}, plan {}", ready.len(), plan.len());
        for _ in 0..5 {
            let start = Instant::now();
            let plan = WatermarkPlan::parse(&plan).ok_or("a damaged plan")?;
            let end = plan.read_tail(&mut Cursor::new(&ready))?;
            let copy = plan.build_copy(&end, None, &one, &Key::new(b"key"))?.ok_or("a foreign plan")?;
            let mut out = Vec::new();
            copy.write_to(Cursor::new(&ready), &mut out)?;
            println!("marked by plan in {:.3} ms", start.elapsed().as_secs_f64() * 1000.0);
        }
    }
    let start = Instant::now();
    let found = trace_copy(&copy.clone().into(), &Key::new(b"key"), &Limits::default())?;
    println!("traced in {:.1} ms: {found:?}", start.elapsed().as_secs_f64() * 1000.0);
    std::fs::write(target, &copy)?;
    Ok(())
}
