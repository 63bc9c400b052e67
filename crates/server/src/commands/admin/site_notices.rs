//! `openshelf admin sites notice`.

use clap::Args;
use domain::SiteId;
use domain::site_notices::SiteNotice;
use jiff::civil::Date;
use services::{Operation, site_notices};

use crate::commands::parse_date;

/// A new notice of a site.
#[derive(Debug, Args)]
pub struct SetNotice {
    /// Identifier of the site
    site: String,
    /// A text after the tag of its language (en, fr, es or de), for example `en=No downloads tonight.`;
    /// repeat for other languages
    #[arg(long = "text", value_name = "LANGUAGE=TEXT", value_parser = parse_text, requires = "end_date")]
    texts: Vec<(String, String)>,
    /// First day in UTC, YYYY-MM-DD; today by default
    #[arg(long, value_parser = parse_date, requires = "texts")]
    start_date: Option<Date>,
    /// Last day in UTC, YYYY-MM-DD
    #[arg(long, value_parser = parse_date, requires = "texts")]
    end_date: Option<Date>,
    /// Remove the notice
    #[arg(long, conflicts_with = "texts")]
    remove: bool,
}

fn parse_text(option: &str) -> Result<(String, String), String> {
    let (tag, text) = option.split_once('=').ok_or("must be a language, an equals sign, and the text")?;
    Ok((tag.trim().to_owned(), text.trim().to_owned()))
}

/// Replaces or removes the notice of a site, and prints the one that is stored then.
pub(super) async fn run(new: SetNotice, op: &Operation) -> anyhow::Result<()> {
    let SetNotice { site, texts, start_date, end_date, remove } = new;
    let site = SiteId(site);
    let notice = end_date.map(|last_day| SiteNotice {
        texts: texts.into_iter().collect(),
        first_day: start_date.unwrap_or_else(|| op.today()),
        last_day,
    });
    if remove || notice.is_some() {
        site_notices::set(op, &site, notice).await?;
    }
    match site_notices::get(op, &site).await?.notice {
        None => println!("There is no notice."),
        Some(notice) => {
            println!("Shown from {} to {}:", notice.first_day, notice.last_day);
            for (tag, text) in &notice.texts {
                println!("{tag}  {text}");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::parse_text;

    #[test]
    fn a_text_comes_after_its_language() {
        let text = parse_text("en=Closed: 1 = 1").unwrap();
        assert_eq!((text.0.as_str(), text.1.as_str()), ("en", "Closed: 1 = 1"));
        assert!(parse_text("Closed").is_err());
    }
}
