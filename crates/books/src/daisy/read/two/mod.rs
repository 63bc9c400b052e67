//! DAISY 2.02: the navigation center (NCC), SMIL 1.0, and the text as HTML where the book has one.

mod files;
mod ncc;
mod text;
mod walk;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{deeper, html, narration, parts, resources};
use crate::epub::smil::{self, Step};
use crate::epub::{PageIds, read_content, resolve_notes, set_levels};
use crate::error::{Error, Result};
use crate::model::{Book, Clip, Matter, Metadata, NavPoint, Section, Target};
use crate::package::Package;
use crate::path;
use crate::progress::{Progress, step};
use crate::xml::{self, XML, child, language};

use files::Files;
use ncc::{Center, Kind};
use text::{Content, Gone, Known};
use walk::{Part, Walk, Walked};

/// Reads the book of a navigation center.
pub(super) fn read(package: &Arc<Package>, path: &str, progress: &mut dyn Progress) -> Result<Book> {
    let mut files = Files::new(package);
    let center = ncc::read(&files, path)?;
    files.charset = center.stated.first("ncc:charset").map(str::to_owned);
    let smil = smil_files(&files, &center)?;
    // Texts are about as much work as the files that say when they are heard.
    let total = smil.len() * 2;
    let walked = walk(&files, &center, &smil, &mut |done| step(progress, done, total))?;
    let mut metadata = metadata(&center);
    metadata.heard_only = walked.parts.iter().all(|part| matches!(part, Part::Heard { .. }));
    let Walked { parts, clips, headings, pages, title } = walked;
    let known = Known { files: &files, metadata: &metadata, pages: &pages, title: title.as_ref() };
    let mut gone = Gone::default();
    let mut sections = Vec::with_capacity(parts.len());
    for part in &parts {
        step(progress, (smil.len() + sections.len()).min(total), total)?;
        sections.push(section(part, &known, &mut gone, package)?);
    }
    set_levels(&mut sections, &tree(headings));
    resolve_notes(&mut sections);
    let (sections, moved) = parts::divide(sections, &gone.matters);
    step(progress, total, total)?;
    // The headings and page numbers of the text say the same as the navigation center.
    let book = Book::of_text(metadata, sections, resources(package));
    Ok(Book { overlays: narration(placed(clips, &gone, &moved)), ..book })
}

/// The SMIL files in the order of playing: as the navigation center leads to them, with what the master file has beside.
fn smil_files(files: &Files<'_>, center: &Center) -> Result<Vec<String>> {
    let mut known: HashSet<String> = HashSet::new();
    let mut order: Vec<String> = Vec::new();
    for (path, _) in center.entries.iter().filter_map(|entry| entry.target.as_ref()) {
        if path::extension(path) != "smil" || !known.insert(path.clone()) {
            continue;
        }
        if !files.contains(path) {
            return Err(missing(center, path));
        }
        order.push(path.clone());
    }
    let (master, _) = files.place(&center.path, "master.smil")?;
    if files.contains(&master) {
        let listed = files.document(&master, &center.path, |document, _| {
            let refs = document.descendants().filter(|node| node.tag_name().name() == "ref");
            let places = refs.filter_map(|node| files.place(&master, node.attribute("src")?).ok());
            places.map(|(path, _)| path).collect::<Vec<_>>()
        })?;
        let mut before: Option<String> = None;
        let usable =
            |path: &String| path::extension(path) == "smil" && files.contains(path) && *path != master;
        for path in listed.into_iter().filter(usable) {
            if known.insert(path.clone()) {
                let at = before.and_then(|before| order.iter().position(|path| *path == before));
                order.insert(at.map_or(0, |at| at + 1), path.clone());
            }
            before = Some(path);
        }
    }
    if order.is_empty() {
        let reason = "it leads to no SMIL file".into();
        return Err(Error::BadPackage { entry: center.path.clone(), reason });
    }
    Ok(order)
}

/// A part that is not there may be on another disc.
fn missing(center: &Center, path: &str) -> Error {
    let set = center.stated.first("ncc:setinfo").unwrap_or("1 of 1");
    if set.rsplit(' ').next().is_none_or(|volumes| volumes == "1") {
        return Error::MissingEntry { entry: path.to_owned(), place: center.path.clone() };
    }
    let reason =
        format!("it is volume {set}, and {path} is in another; all volumes must be in one container");
    Error::Unsupported { entry: center.path.clone(), reason }
}

/// Goes through all steps.
fn walk(
    files: &Files<'_>,
    center: &Center,
    smil: &[String],
    progress: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<Walked> {
    let mut steps: Vec<(&str, Step)> = Vec::new();
    let mut ids: HashMap<(&str, String), usize> = HashMap::new();
    let mut begins: HashMap<&str, usize> = HashMap::new();
    for (done, path) in smil.iter().enumerate() {
        progress(done)?;
        begins.insert(path, steps.len());
        for step in read_steps(files, path, &center.path)? {
            for id in &step.ids {
                ids.entry((path, id.clone())).or_insert(steps.len());
            }
            steps.push((path, step));
        }
    }
    let by_step = walk::by_step(center, |path, id| {
        let first = || begins.get(path).copied();
        id.and_then(|id| ids.get(&(path, id.to_owned())).copied()).or_else(first)
    });
    let mut walk = Walk::new(center);
    for (number, (path, step)) in steps.into_iter().enumerate() {
        by_step.get(&number).into_iter().flatten().for_each(|entry| walk.enter(*entry));
        walk.step(step, path);
    }
    Ok(walk.finish())
}

/// The steps of a file; what they show and play must be there.
fn read_steps(files: &Files<'_>, path: &str, place: &str) -> Result<Vec<Step>> {
    let mut found = files.document(path, place, |document, _| {
        smil::steps(document, &mut |source| files.existing(path, source).map(Some))
    })??;
    // A reference into the SMIL file itself shows nothing.
    for step in &mut found {
        step.text = step.text.take().filter(|(text, _)| text != path);
    }
    Ok(found)
}

fn metadata(center: &Center) -> Metadata {
    let title =
        center.entries.iter().find(|entry| entry.kind == Kind::Title).map(|entry| entry.label.as_str());
    let title = title.or(Some(&center.title));
    center.stated.metadata(title, &[], center.language.as_deref())
}

/// The headings as a tree, for their depths.
fn tree(headings: Vec<(u8, String, Target)>) -> Vec<NavPoint> {
    let mut open: Vec<(u8, NavPoint)> = Vec::new();
    let mut roots: Vec<NavPoint> = Vec::new();
    let close = |open: &mut Vec<(u8, NavPoint)>, roots: &mut Vec<NavPoint>| {
        if let Some((_, point)) = open.pop() {
            match open.last_mut() {
                Some((_, above)) => above.children.push(point),
                None => roots.push(point),
            }
        }
    };
    for (depth, label, target) in headings {
        while open.last().is_some_and(|(last, _)| *last >= depth) {
            close(&mut open, &mut roots);
        }
        open.push((depth, NavPoint { label, target: Some(target), children: Vec::new() }));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

fn section(part: &Part, known: &Known<'_>, gone: &mut Gone, package: &Package) -> Result<Section> {
    let limits = deeper(package.limits());
    match part {
        Part::Heard { path, xhtml } => {
            let document = xml::parse(path, xhtml, &limits)?;
            Ok(content(path, &document, &PageIds::new()))
        }
        Part::Text { path, place } => {
            let (xhtml, lang, repaired) = known.files.document(path, place, |document, repaired| {
                let dialect = Content::of(known, path, document, gone);
                let root = document.root_element();
                let lang =
                    root.attribute((XML, "lang")).or_else(|| root.attribute("lang")).and_then(language);
                let body: Vec<_> = child(root, "body").into_iter().collect();
                (html::write(&body, true, &dialect), lang.map(str::to_owned), repaired)
            })?;
            let document = xml::parse(path, &xhtml, &limits)?;
            let section = content(path, &document, known.pages);
            Ok(Section { lang: section.lang.clone().or(lang), repaired, ..section })
        }
    }
}

fn content(path: &str, document: &roxmltree::Document<'_>, pages: &PageIds) -> Section {
    let content = read_content(path, document, pages);
    Section {
        lang: content.lang,
        dir: content.dir,
        ids: content.ids,
        ..Section::new(path.to_owned(), Matter::Body, content.blocks)
    }
}

/// The narration by the places that its texts have become. What speaks a text that is not there goes on from the text
/// before it.
fn placed(clips: Vec<Clip>, gone: &Gone, moved: &parts::Moved) -> Vec<Clip> {
    let mut placed: Vec<Clip> = Vec::with_capacity(clips.len());
    let mut early: Vec<Clip> = Vec::new();
    for mut clip in clips {
        let place = if clip.text.path.is_empty() {
            Some(clip.text.clone())
        } else if let Some(author) = gone.front.get(&clip.text) {
            Some(Target { path: String::new(), id: author.clone() })
        } else {
            if let Some(whole) = gone.merged.get(&clip.text) {
                clip.text.id = Some(whole.clone());
            }
            moved.place(&clip.text)
        };
        match place.or_else(|| placed.last().map(|last| last.text.clone())) {
            Some(place) => {
                placed.extend(early.drain(..).map(|clip| Clip { text: place.clone(), ..clip }));
                placed.push(Clip { text: place, ..clip });
            }
            None => early.push(clip),
        }
    }
    let front = || Target { path: String::new(), id: None };
    placed.extend(early.into_iter().map(|clip| Clip { text: front(), ..clip }));
    placed
}
