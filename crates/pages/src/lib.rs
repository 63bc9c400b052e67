//! The library's web site for readers: find, borrow and read in a browser. An interface, like `api` and
//! `opds`: it calls `services`, which decide who may have what, and shows the results as pages.
//!
//! Plain HTML and CSS. Every page works without script, by keyboard and with a screen reader, and nothing is
//! loaded from other hosts. The sentences are in message files (`messages/`), in every language of
//! `layout::Language`.

mod account;
mod apps;
mod assignments;
mod attachments;
mod books;
mod browsers;
mod category_memory;
mod category_names;
mod closed;
mod collection;
mod collection_intake;
mod collection_periodicals;
mod conversion_reports;
mod copies;
mod design;
mod desk;
mod disabilities;
mod display;
mod documents;
mod downloads;
mod entrance;
mod fields;
mod form_restorer;
mod formats;
mod guest_pages;
mod home;
mod inputs;
mod items;
mod kept_forms;
mod languages;
mod lists;
mod money;
mod not_found;
mod notice;
mod page;
mod paging;
mod periodicals;
mod problem;
mod problem_page;
mod problem_reports;
mod prose;
mod question;
mod read;
mod recommended;
mod remedies;
mod robots;
mod router;
mod school;
mod search;
mod serving;
mod shelf;
mod spelling;
mod state;
mod steps;
mod system;
mod texts;
mod titles;
mod turns;
mod uploaded_form;
mod visitor;
mod waiting;

pub(crate) use axum::extract::Path;
pub(crate) use books::Book;
pub(crate) use fields::{Fields, Form, Query};
pub(crate) use formats::format_name;
pub(crate) use inputs::{InputError, InputField, list_errors};
pub(crate) use languages::text_direction;
pub(crate) use layout::dates::{format_day, format_day_of, format_moment};
pub(crate) use page::{Link, Page, Section, percent_encode, redirect_to, render, render_with_status};
pub(crate) use paging::{Pager, list_part};
pub(crate) use problem::{Problem, Result};
pub(crate) use visitor::Visitor;

pub use form_restorer::FormRestorer;
pub use layout::html::accepts_html;
pub use not_found::replace_not_found;
pub use router::router;
pub use state::{Pages, Settings};
