//! Sets a book as PDF, marks a copy of it and says how long each took.
//!
//! `cargo run --release -p typeset --example typeset -- book.epub book.pdf`

use std::io::Cursor;
use std::time::Instant;

use books::{Format, Limits};
use marks::{Key, Watermark, WatermarkPlan, mark_with, plan_pdf, trace_copy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target] = arguments.as_slice() else {
        return Err("usage: typeset IN OUT".into());
    };
    let source = std::fs::read(source)?;
    let book = books::epub::read(source.into(), &Limits::default(), &mut ())?;
    println!("{:?}", typeset::report_fonts());
    let start = Instant::now();
    let pdf = typeset::write(&book, "2026-01-01T00:00:00Z".parse()?, &mut ())?;
    println!("set in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    std::fs::write(target, &pdf)?;
    let start = Instant::now();
    let one = Watermark::new("Jane Doe", "2026-01-01".parse()?, 1);
    let (package, out) = (Cursor::new(&pdf), Cursor::new(Vec::new()));
    let copy =
        mark_with(Some(&typeset::Pdf), Format::Pdf, package, out, &one, &Key::new(b"key"))?.into_inner();
    println!("marked in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    let plan = plan_pdf(Cursor::new(&pdf))?.to_bytes();
    println!("{} bytes, plan {}", pdf.len(), plan.len());
    for n in 0..6_u64 {
        let start = Instant::now();
        let one = Watermark::new(&format!("Reader {n}"), "2026-01-01".parse()?, n);
        let plan = WatermarkPlan::parse(&plan).ok_or("a damaged plan")?;
        let end = plan.read_tail(&mut Cursor::new(&pdf))?;
        let copy =
            plan.build_copy(&end, Some(&typeset::Pdf), &one, &Key::new(b"key"))?.ok_or("a foreign plan")?;
        let planned = start.elapsed();
        copy.write_to(Cursor::new(&pdf), &mut Vec::new())?;
        println!(
            "marked by plan in {:.2} ms, {:.2} ms of it for the page",
            start.elapsed().as_secs_f64() * 1000.0,
            planned.as_secs_f64() * 1000.0
        );
    }
    let found = trace_copy(&copy.clone().into(), &Key::new(b"key"), &Limits::default())?;
    println!("traced: {found:?}");
    std::fs::write(target, &copy)?;
    Ok(())
}
