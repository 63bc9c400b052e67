//! A handler of an interface calls one operation of services: what a page is composed of is one operation
//! that reads it all, so that access, time and order are decided in one place. This measures operations on
//! the longest way through a handler, those in helper functions of the interface included. It reads tokens
//! and follows names; it knows branches, but no types.
//!
//! The extractors of a handler identify the caller and the site; what they read is not counted.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proc_macro2::TokenTree::{self, Group, Ident};
use proc_macro2::{Delimiter, TokenStream};

use crate::scanner::{is_block, is_sign, is_word};
use crate::{assert_none, sources, text};

/// The interfaces.
pub(crate) const INTERFACES: [&str; 5] = ["api", "kosync", "opds", "pages", "web"];

/// Operations that say what a request will cost, before it is admitted: a search that has to wait for its
/// turn, or gets none, must not have searched already.
const ADMISSIONS: [&str; 1] = ["titles_to_visit"];

/// Operations that read what every page of a site shows, from memory.
const FRAMES: [&str; 1] = ["find_site_notice"];

/// Functions with which routes name their handlers.
const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

#[test]
fn a_handler_of_an_interface_calls_one_operation() {
    let operations = operation_names();
    let (mut faults, mut handlers) = (Vec::new(), 0);
    for name in INTERFACES {
        let interface = Interface::read(name, &operations);
        for (handler, count) in interface.measure_handlers() {
            handlers += 1;
            if count > 1 {
                faults.push(format!("{name}::{handler} calls {count} operations"));
            }
        }
    }
    assert_none("what a handler needs is one operation of services", &faults);
    assert!(handlers > 250, "the handlers were found: {handlers}");
}

/// The asynchronous functions of services: the type whose function it is, empty for none, and the name.
type Operations = HashSet<(String, String)>;

fn operation_names() -> Operations {
    let sources = sources("services").into_iter();
    let functions = sources.flat_map(|file| read_functions(&file, &text(&file).unwrap_or_default()));
    let functions =
        functions.filter(|function| !ADMISSIONS.iter().chain(&FRAMES).any(|name| *name == function.name));
    functions.map(|function| (function.owner, function.name)).collect()
}

/// An asynchronous function.
#[derive(Debug)]
struct Function {
    /// Name of the module that it is in.
    module: String,
    /// The type whose method it is; empty for others.
    owner: String,
    name: String,
    body: Vec<TokenTree>,
    /// True if an attribute `#[endpoint::...]` makes it the handler of a route.
    is_endpoint: bool,
    /// Index of its file.
    file: usize,
}

/// The source of an interface.
struct Interface<'a> {
    functions: Vec<Function>,
    by_name: HashMap<String, Vec<usize>>,
    /// The imports of each file: what a name stands for.
    imports: Vec<HashMap<String, Vec<String>>>,
    /// The tokens of each file, with its module.
    files: Vec<(String, Vec<TokenTree>)>,
    operations: &'a Operations,
}

impl<'a> Interface<'a> {
    fn read(name: &str, operations: &'a Operations) -> Self {
        let sources: Vec<(String, String)> =
            sources(name).into_iter().map(|file| (file.clone(), text(&file).unwrap_or_default())).collect();
        Self::from_sources(&sources, operations)
    }

    fn from_sources(sources: &[(String, String)], operations: &'a Operations) -> Self {
        let mut interface = Self {
            functions: Vec::new(),
            by_name: HashMap::new(),
            imports: Vec::new(),
            files: Vec::new(),
            operations,
        };
        for (index, (file, text)) in sources.iter().enumerate() {
            for function in read_functions(file, text) {
                let number = interface.functions.len();
                interface.by_name.entry(function.name.clone()).or_default().push(number);
                interface.functions.push(Function { file: index, ..function });
            }
            interface.imports.push(read_imports(text));
            interface.files.push((module_name(file), tokens(text)));
        }
        interface
    }

    /// The handlers that routes or attributes name, each with the number of operations.
    fn measure_handlers(&self) -> BTreeMap<String, usize> {
        let all = 0..self.functions.len();
        let mut found: BTreeSet<usize> = all.filter(|number| self.functions[*number].is_endpoint).collect();
        for (file, (_, trees)) in self.files.iter().enumerate() {
            self.find_handlers(file, trees, &mut found);
        }
        let handlers = found.into_iter().map(|number| {
            let function = &self.functions[number];
            let name = format!("{}::{}", function.module, function.name);
            (name, self.measure(number, &mut Vec::new()))
        });
        handlers.collect()
    }

    fn find_handlers(&self, file: usize, trees: &[TokenTree], found: &mut BTreeSet<usize>) {
        for (at, tree) in trees.iter().enumerate() {
            let Group(group) = tree else { continue };
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            if at > 0 && METHODS.iter().any(|method| is_word(&trees[at - 1], method)) {
                let (path, end) = read_path(&inner, 0);
                if end == inner.len() && !path.is_empty() {
                    found.extend(self.resolve(file, &path));
                }
            }
            self.find_handlers(file, &inner, found);
        }
    }

    /// The functions of the interface that a path may name.
    fn resolve(&self, file: usize, path: &[String]) -> Vec<usize> {
        let full = self.expand(file, path);
        let Some((name, before)) = full.split_last() else { return Vec::new() };
        let Some(all) = self.by_name.get(name) else { return Vec::new() };
        let function = |number: &&usize| &self.functions[**number];
        let some = match before.last().map(String::as_str) {
            None | Some("self") => all
                .iter()
                .filter(|one| function(one).file == file && function(one).owner.is_empty())
                .collect(),
            Some(place) => {
                let place = if place == "super" || place == "crate" { "" } else { place };
                let here: Vec<&usize> = all
                    .iter()
                    .filter(|one| {
                        let one = function(one);
                        place.is_empty() || one.module == place || one.owner == place
                    })
                    .collect();
                // A type parameter, or `Self`.
                let is_open = place == "Self" || place.len() == 1;
                if here.is_empty() && is_open { all.iter().collect() } else { here }
            }
        };
        some.into_iter().copied().collect()
    }

    /// The path with its first name as it was imported.
    fn expand(&self, file: usize, path: &[String]) -> Vec<String> {
        match path.split_first().and_then(|(first, rest)| Some((self.imports[file].get(first)?, rest))) {
            Some((full, rest)) => [full, rest].concat(),
            None => path.to_vec(),
        }
    }

    /// The operations on the longest way through a function.
    fn measure(&self, number: usize, callers: &mut Vec<usize>) -> usize {
        if callers.contains(&number) {
            return 0;
        }
        callers.push(number);
        let function = &self.functions[number];
        let count = self.count(function.file, &function.body, callers);
        callers.pop();
        count
    }

    /// The operations on the longest way through these tokens.
    fn count(&self, file: usize, trees: &[TokenTree], callers: &mut Vec<usize>) -> usize {
        let (mut total, mut at) = (0, 0);
        while at < trees.len() {
            let rest = &trees[at..];
            if is_word(&rest[0], "if") {
                let branches = Branches::of_if(rest);
                total += self.count(file, &branches.condition, callers);
                let (ended, open) = self.count_branches(file, &branches.bodies, callers);
                let after = self.count(file, &rest[branches.length..], callers);
                return total + ended.max(open + after);
            }
            if is_word(&rest[0], "match")
                && let Some(body) = rest.iter().position(is_block)
            {
                total += self.count(file, &rest[1..body], callers);
                let (ended, open) = self.count_branches(file, &arms(&rest[body]), callers);
                let after = self.count(file, &rest[body + 1..], callers);
                return total + ended.max(open + after);
            }
            if is_word(&rest[0], "else") && rest.get(1).is_some_and(is_block) {
                // What remains is `let ... else`, whose block ends the function.
                let ended = self.count(file, &inner_tokens(&rest[1]), callers);
                return total + ended.max(self.count(file, &rest[2..], callers));
            }
            if ["for", "while", "loop"].iter().any(|word| is_word(&rest[0], word))
                && let Some(body) = rest.iter().position(is_block)
            {
                total += self.count(file, &rest[1..body], callers);
                total += 2 * self.count(file, &inner_tokens(&rest[body]), callers);
                at += body + 1;
                continue;
            }
            let is_method = at > 0 && is_sign(&trees[at - 1], '.');
            let (path, length) = read_path(rest, 0);
            if length > 0 {
                if let Some(Group(call)) = rest.get(length)
                    && call.delimiter() == Delimiter::Parenthesis
                {
                    let is_awaited = rest.get(length + 1).is_some_and(|tree| is_sign(tree, '.'))
                        && rest.get(length + 2).is_some_and(|tree| is_word(tree, "await"));
                    total += if is_method {
                        self.weigh_method(&path, is_awaited, callers)
                    } else {
                        self.weigh_call(file, &path, callers)
                    };
                }
                at += length;
                continue;
            }
            if let Group(group) = &rest[0] {
                total += self.count(file, &group.stream().into_iter().collect::<Vec<_>>(), callers);
            }
            at += 1;
        }
        total
    }

    /// The greatest count of the branches that end the function, and of the others.
    fn count_branches(
        &self,
        file: usize,
        bodies: &[Vec<TokenTree>],
        callers: &mut Vec<usize>,
    ) -> (usize, usize) {
        let (mut ended, mut open) = (0, 0);
        for body in bodies {
            let count = self.count(file, body, callers);
            let most = if ends_function(body) { &mut ended } else { &mut open };
            *most = count.max(*most);
        }
        (ended, open)
    }

    fn weigh_call(&self, file: usize, path: &[String], callers: &mut Vec<usize>) -> usize {
        let full = self.expand(file, path);
        if full.first().is_some_and(|first| first == "services") {
            let [.., owner, name] = full.as_slice() else { return 0 };
            let is_type = owner.starts_with(char::is_uppercase);
            let owner = if is_type { owner.clone() } else { String::new() };
            return usize::from(self.operations.contains(&(owner, name.clone())));
        }
        self.resolve(file, path).into_iter().map(|number| self.measure(number, callers)).max().unwrap_or(0)
    }

    fn weigh_method(&self, path: &[String], is_awaited: bool, callers: &mut Vec<usize>) -> usize {
        let [name] = path else { return 0 };
        if !is_awaited {
            return 0;
        }
        let own = self.by_name.get(name).into_iter().flatten();
        let own = own.filter(|number| !self.functions[**number].owner.is_empty());
        let own: Vec<usize> = own.map(|number| self.measure(*number, callers)).collect();
        let is_operation = || self.operations.iter().any(|(owner, own)| own == name && !owner.is_empty());
        own.into_iter().max().unwrap_or_else(|| usize::from(is_operation()))
    }
}

/// The parts of an `if` with all of its `else`.
struct Branches {
    /// The tokens of all conditions.
    condition: Vec<TokenTree>,
    bodies: Vec<Vec<TokenTree>>,
    /// Tokens of the whole.
    length: usize,
}

impl Branches {
    fn of_if(trees: &[TokenTree]) -> Self {
        let mut branches = Self { condition: Vec::new(), bodies: Vec::new(), length: 0 };
        let mut at = 1;
        loop {
            let begin = at;
            // A block before `=` is a pattern.
            while at < trees.len()
                && (!is_block(&trees[at]) || trees.get(at + 1).is_some_and(|next| is_sign(next, '=')))
            {
                at += 1;
            }
            branches.condition.extend_from_slice(&trees[begin..at.min(trees.len())]);
            branches.bodies.extend(trees.get(at).map(inner_tokens));
            at += 1;
            if !trees.get(at).is_some_and(|tree| is_word(tree, "else")) {
                break;
            }
            if trees.get(at + 1).is_some_and(is_block) {
                branches.bodies.push(inner_tokens(&trees[at + 1]));
                at += 2;
                break;
            }
            at += 2;
        }
        branches.length = at.min(trees.len());
        branches
    }
}

/// The arms of a `match`, each with the pattern of the next, in which there are no calls.
fn arms(block: &TokenTree) -> Vec<Vec<TokenTree>> {
    let trees = inner_tokens(block);
    let mut arms = vec![Vec::new()];
    for (at, tree) in trees.iter().enumerate() {
        if is_sign(tree, '>') && at > 0 && is_sign(&trees[at - 1], '=') {
            arms.push(Vec::new());
        } else if let Some(arm) = arms.last_mut() {
            arm.push(tree.clone());
        }
    }
    arms
}

/// Returns true if a block or an arm always returns: its last statement does.
fn ends_function(trees: &[TokenTree]) -> bool {
    match trees.first() {
        Some(first) if is_block(first) => ends_function(&inner_tokens(first)),
        _ => {
            let mut statements = trees.split(|tree| is_sign(tree, ';')).filter(|one| !one.is_empty());
            statements.next_back().is_some_and(|last| is_word(&last[0], "return"))
        }
    }
}

/// Reads a path at a position: its names, without generic arguments, and where it ends. Keywords of
/// the language are not names.
fn read_path(trees: &[TokenTree], from: usize) -> (Vec<String>, usize) {
    const KEYWORDS: [&str; 12] =
        ["if", "match", "else", "for", "while", "loop", "return", "await", "let", "in", "move", "async"];
    let (mut path, mut at) = (Vec::new(), from);
    while let Some(Ident(word)) = trees.get(at) {
        if KEYWORDS.iter().any(|keyword| word == keyword) {
            break;
        }
        path.push(word.to_string());
        at += 1;
        if !(trees.get(at).is_some_and(|tree| is_sign(tree, ':'))
            && trees.get(at + 1).is_some_and(|tree| is_sign(tree, ':')))
        {
            break;
        }
        at += 2;
        if trees.get(at).is_some_and(|tree| is_sign(tree, '<')) {
            let mut depth = 0;
            while let Some(tree) = trees.get(at) {
                at += 1;
                if is_sign(tree, '<') {
                    depth += 1;
                } else if is_sign(tree, '>') {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
            if trees.get(at).is_some_and(|tree| is_sign(tree, ':')) {
                at += 2;
            } else {
                break;
            }
        }
    }
    (path, at)
}

/// The asynchronous functions of a file, without those of its tests.
fn read_functions(file: &str, text: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    collect_functions(&module_name(file), "", &tokens(text), &mut functions);
    functions
}

fn collect_functions(module: &str, owner: &str, trees: &[TokenTree], functions: &mut Vec<Function>) {
    let (mut at, mut is_endpoint) = (0, false);
    while at < trees.len() {
        let rest = &trees[at..];
        match rest {
            [hash, attribute @ Group(_), ..] if is_sign(hash, '#') => {
                is_endpoint |= inner_tokens(attribute).first().is_some_and(|word| is_word(word, "endpoint"));
                at += 2;
            }
            [first, Ident(name), Group(_), ..] if is_word(first, "mod") && name == "tests" => at += 3,
            [first, ..] if is_word(first, "impl") || is_word(first, "trait") => {
                let body = rest.iter().position(is_block).unwrap_or(rest.len() - 1);
                collect_functions(module, &owner_name(&rest[1..body]), &inner_tokens(&rest[body]), functions);
                at += body + 1;
            }
            [first, Ident(name), ..] if is_word(first, "fn") => {
                let end = rest.iter().position(|tree| is_block(tree) || is_sign(tree, ';'));
                let end = end.unwrap_or(rest.len() - 1);
                let is_async = at > 0 && is_word(&trees[at - 1], "async");
                if is_async && is_block(&rest[end]) {
                    let (module, owner) = (module.to_owned(), owner.to_owned());
                    let (name, body) = (name.to_string(), inner_tokens(&rest[end]));
                    functions.push(Function { module, owner, name, body, is_endpoint, file: 0 });
                }
                is_endpoint = false;
                at += end + 1;
            }
            _ => at += 1,
        }
    }
}

/// The type of an `impl`: the last name outside of brackets, after `for` if there is one.
fn owner_name(head: &[TokenTree]) -> String {
    let from = head.iter().position(|tree| is_word(tree, "for")).map_or(0, |at| at + 1);
    let (mut depth, mut name) = (0, String::new());
    for tree in &head[from..] {
        match tree {
            tree if is_sign(tree, '<') => depth += 1,
            tree if is_sign(tree, '>') => depth -= 1,
            tree if is_word(tree, "where") => break,
            Ident(word) if depth == 0 => name = word.to_string(),
            _ => {}
        }
    }
    name
}

/// The imports of a file: each name with its path.
fn read_imports(text: &str) -> HashMap<String, Vec<String>> {
    let mut imports = HashMap::new();
    for import in crate::scanner::read(text).paths {
        if let Some(name) = import.known_by.filter(|_| import.within.is_empty()) {
            imports.insert(name, import.path);
        }
    }
    imports
}

/// The name of a file's module.
fn module_name(file: &str) -> String {
    let mut names = file.trim_end_matches(".rs").rsplit('/');
    match names.next() {
        Some("mod") => names.next().unwrap_or_default().to_owned(),
        name => name.unwrap_or_default().to_owned(),
    }
}

fn tokens(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().expect("a source file is tokens of Rust").into_iter().collect()
}

fn inner_tokens(tree: &TokenTree) -> Vec<TokenTree> {
    match tree {
        Group(group) => group.stream().into_iter().collect(),
        _ => Vec::new(),
    }
}

#[test]
fn operations_on_the_longest_way_are_counted() {
    let operations = [("", "list"), ("", "get"), ("Search", "find_page"), ("", "begin"), ("Search", "new")];
    let operations = operations.map(|(owner, name)| (owner.to_owned(), name.to_owned())).into();
    let measure = |body: &str| {
        let main = format!(
            "use services::lists;\nuse services::sessions::begin;\nuse crate::help;\n\
             fn routes() {{ route(\"/\", get(show)) }}\nasync fn show() {{ {body} }}\n"
        );
        let help = "use services::titles;\npub async fn load() { titles::get().await; }\n\
                    impl Shelf { async fn fill(&self) { titles::list().await } }\n";
        let sources = [("crates/x/src/main.rs", main.as_str()), ("crates/x/src/help.rs", help)];
        let sources = sources.map(|(file, text)| (file.to_owned(), text.to_owned()));
        let handlers = Interface::from_sources(&sources, &operations).measure_handlers();
        handlers["main::show"]
    };
    assert_eq!(measure("render().await; lists::other(); lists::new()"), 0);
    assert_eq!(measure("lists::list(&a).await?; help::load().await"), 2, "in a helper");
    assert_eq!(measure("shelf.fill().await; search.find_page(1).await"), 2, "methods");
    assert_eq!(measure("join!(lists::list(), begin())"), 2, "without await");
    assert_eq!(measure("if a { lists::list().await } else { lists::get().await }"), 1, "one of two");
    assert_eq!(measure("if a { return lists::list().await; } lists::get().await"), 1, "either");
    assert_eq!(measure("if let X { b } = a { lists::list().await; } lists::get().await"), 2);
    assert_eq!(measure("let Some(a) = b else { return lists::list().await }; lists::get().await"), 1);
    assert_eq!(measure("match lists::get().await { A => lists::list().await, B => c }"), 2);
    assert_eq!(measure("match a { A => lists::list().await, B => { begin().await } }"), 1);
    assert_eq!(measure("if a { match lists::list().await { A => return, B => {} } } lists::get().await"), 2);
    assert_eq!(measure("match lists::list().await { A => return begin().await, B => {} } begin().await"), 2);
    assert_eq!(measure("for a in b { lists::get().await }"), 2, "more than one");
}

#[test]
fn functions_with_the_attribute_are_handlers() {
    let text = "/// A list\n#[endpoint::get(\"/v2/lists\")]\n#[expect(a)]\npub async fn list() { help().await }\n\
                async fn help() { services::lists::list().await; services::lists::list().await }\n";
    let operations = Operations::from([(String::new(), "list".to_owned())]);
    let sources = [("crates/x/src/main.rs".to_owned(), text.to_owned())];
    let handlers = Interface::from_sources(&sources, &operations).measure_handlers();
    assert_eq!(handlers, BTreeMap::from([("main::list".to_owned(), 2)]));
}
