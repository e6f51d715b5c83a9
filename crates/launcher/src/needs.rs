//! `hostnpu needs`: which names programs and libraries ask of the toolkit that this one does not have, before they run.
//!
//! Names are asked for in two ways: by the linker (undefined symbols, and libraries by their names), without which a program does not start, and by text,
//! as torch_npu and operator packages look up operators of aclnn when they are called first.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH};
use object::read::elf::{ElfFile64, FileHeader as _};
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _};
use serde_json::{Value, json};

use super::ops;
use super::output::say;
use super::prefix::Prefix;

/// Options of `hostnpu needs`.
#[derive(Args)]
pub struct Needs {
    /// Programs, libraries and object files, or folders of them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// An array of objects, for programs
    #[arg(long)]
    json: bool,
}

/// Prefixes of C names of the vendors' interfaces.
const C_NAMES: [&str; 10] = [
    "acl", "Acl", "Hccl", "hccl", "cnrt", "mluOp", "mspti", "mstx", "aprof", "ge",
];

/// Their namespaces of C++, as they stand in symbols.
const NAMESPACES: [&str; 5] = ["2ge", "4gert", "2fe", "3atb", "8optiling"];

/// Prefixes of the names of their libraries. Others, such as PyTorch's, may be loaded before the file that names them.
const LIBRARIES: [&str; 22] = [
    "libacl",
    "libalog",
    "libascend",
    "libatb",
    "libcn",
    "liberror_manager",
    "libfmk_",
    "libge_",
    "libgraph",
    "libhccl",
    "libhcomm",
    "libmluop",
    "libmmpa",
    "libmsprof",
    "libmspti",
    "libms_tools",
    "libnnopbase",
    "libopapi",
    "libplatform",
    "libregister",
    "libruntime",
    "libtiling",
];

/// The names that one file asks for and defines.
#[derive(Default)]
struct Binary {
    path: PathBuf,
    /// Undefined symbols of the vendors' interfaces.
    symbols: BTreeSet<String>,
    /// Libraries by the names under which the loader looks for them.
    libraries: Vec<String>,
    /// Folders in which the file has them looked for.
    folders: Vec<PathBuf>,
    /// Operators whose names stand in it as text.
    operators: BTreeSet<String>,
    defined: Vec<String>,
}

/// The names that one file asks for and that are absent.
struct Lacks<'a> {
    binary: &'a Binary,
    libraries: Vec<&'a str>,
    symbols: Vec<&'a str>,
    operators: Vec<&'a str>,
}

impl Needs {
    /// Prints what is missing. The status is 1 if a file cannot be linked or loaded for it.
    pub fn show(self) -> Result<ExitCode, String> {
        let prefix = Prefix::find()?;
        let toolkit = Toolkit::read(&prefix)?;
        let mut paths = Vec::new();
        for path in &self.files {
            collect(path, &mut paths).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let mut binaries = Vec::new();
        for path in paths {
            match Binary::read(&path) {
                Ok(Some(binary)) => binaries.push(binary),
                // Of a folder, what is no program is passed over.
                Ok(None) if !self.files.contains(&path) => {}
                Ok(None) => return Err(format!("{}: not an ELF file", path.display())),
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
        let found: Vec<Lacks> = lacking(&binaries, &toolkit);
        let cannot_start = found
            .iter()
            .any(|lacks| !lacks.libraries.is_empty() || !lacks.symbols.is_empty());
        if self.json {
            let objects: Vec<Value> = found.iter().map(Lacks::object).collect();
            say!("{}", Value::from(objects))?;
        } else {
            for lacks in &found {
                lacks.print()?;
            }
        }
        Ok(ExitCode::from(u8::from(cannot_start)))
    }
}

/// The names that the prefix has.
struct Toolkit {
    symbols: HashSet<String>,
    libraries: HashSet<String>,
}

impl Toolkit {
    fn read(prefix: &Prefix) -> Result<Self, String> {
        let folder = prefix.join("lib64");
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .flatten();
        let (mut symbols, mut libraries) = (HashSet::new(), HashSet::new());
        // Most names are links to one file.
        let mut seen = HashSet::new();
        for entry in entries {
            let path = entry.path();
            if !path.is_file() {
                continue;
            }
            libraries.insert(entry.file_name().to_string_lossy().into_owned());
            if path.canonicalize().is_ok_and(|path| seen.insert(path)) {
                // What is not ELF, such as a linker script, defines nothing.
                if let Ok(Some(binary)) = Binary::read(&path) {
                    symbols.extend(binary.defined);
                }
            }
        }
        Ok(Self { symbols, libraries })
    }

    fn has_operator(&self, name: &str) -> bool {
        self.symbols.contains(name)
    }
}

/// All regular files below a path.
fn collect(path: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        into.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<_> = fs::read_dir(path)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        // A link leads to a file that is looked at where it lies, or around in a circle.
        if kind.is_dir() || kind.is_file() {
            collect(&entry.path(), into)?;
        }
    }
    Ok(())
}

impl Binary {
    /// Reads a file; None if it is not ELF.
    fn read(path: &Path) -> Result<Option<Self>, String> {
        let mut file = fs::File::open(path).map_err(|error| error.to_string())?;
        let mut magic = [0; 4];
        if file.read_exact(&mut magic).is_err() || magic != *b"\x7fELF" {
            return Ok(None);
        }
        let data = fs::read(path).map_err(|error| error.to_string())?;
        let mut binary = Self::parse(&data).map_err(|error| error.to_string())?;
        binary.path = path.to_owned();
        Ok(Some(binary))
    }

    fn parse(data: &[u8]) -> object::Result<Self> {
        let elf = ElfFile64::<Endianness>::parse(data)?;
        let mut binary = Self::default();
        // Linked files have symbols for the loader; object files others.
        let is_linked = elf.dynamic_symbols().next().is_some();
        let mut take = |symbol: object::read::elf::ElfSymbol64<Endianness>| {
            let Ok(name) = symbol.name() else { return };
            if symbol.is_undefined() && !symbol.is_weak() && is_of_a_vendor(name) {
                binary.symbols.insert(name.to_owned());
            } else if !symbol.is_undefined() && symbol.is_global() {
                binary.defined.push(name.to_owned());
            }
        };
        match is_linked {
            true => elf.dynamic_symbols().for_each(&mut take),
            false => elf.symbols().for_each(&mut take),
        }
        for section in elf.sections() {
            if section.kind() == object::SectionKind::ReadOnlyData
                || section.kind() == object::SectionKind::ReadOnlyString
            {
                operators_in(section.data()?, &mut binary.operators);
            }
        }
        binary.read_dynamic(&elf, data)?;
        Ok(binary)
    }

    /// Reads the names of libraries and where they are looked for.
    fn read_dynamic(&mut self, elf: &ElfFile64<Endianness>, data: &[u8]) -> object::Result<()> {
        let endian = elf.elf_header().endian()?;
        let sections = elf.elf_section_table();
        let Some((entries, link)) = sections.dynamic(endian, data)? else {
            return Ok(());
        };
        let strings = sections.strings(endian, data, link)?;
        for entry in entries {
            let text = || {
                let at = u32::try_from(entry.d_val.get(endian)).ok()?;
                Some(String::from_utf8_lossy(strings.get(at).ok()?).into_owned())
            };
            let tag = entry.d_tag.get(endian);
            if tag == DT_NEEDED {
                self.libraries.extend(text());
            } else if tag == DT_RPATH || tag == DT_RUNPATH {
                let text = text().unwrap_or_default();
                self.folders.extend(text.split(':').map(PathBuf::from));
            }
        }
        Ok(())
    }

    /// Folders in which the loader looks for this file's libraries, beside the toolkit's.
    fn search(&self) -> impl Iterator<Item = PathBuf> {
        let own = self.path.parent().unwrap_or(Path::new(""));
        let own = own.canonicalize().unwrap_or_default();
        let folders = self.folders.iter().map(move |folder| {
            let text = folder.to_string_lossy();
            let origin = own.to_string_lossy();
            PathBuf::from(
                text.replace("${ORIGIN}", &origin)
                    .replace("$ORIGIN", &origin),
            )
        });
        let listed = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let listed: Vec<PathBuf> = std::env::split_paths(&listed).collect();
        let machine = format!("{}-linux-gnu", std::env::consts::ARCH);
        let system = ["/lib", "/usr/lib", "/usr/local/lib"].into_iter();
        let system = system.flat_map(move |folder| {
            [
                PathBuf::from(folder),
                Path::new(folder).join(&machine),
                PathBuf::from(format!("{folder}64")),
            ]
        });
        folders.chain(listed).chain(system)
    }
}

fn is_of_a_vendor(name: &str) -> bool {
    if let Some(mangled) = name.strip_prefix("_Z") {
        // The outermost namespace of the name itself, not of a parameter.
        let mangled = mangled.trim_start_matches(['N', 'K', 'T', 'I', 'S', 'V']);
        return NAMESPACES
            .iter()
            .any(|namespace| mangled.starts_with(namespace));
    }
    C_NAMES.iter().any(|start| {
        let rest = name.strip_prefix(start);
        // The next word begins: `aclrtMalloc`, `aclnnAdd`, `HcclSend`, not `aclocal`.
        rest.is_some_and(|rest| {
            let rest = [
                "rt", "nn", "mdl", "op", "prof", "dvpp", "tdt", "blas", "sys", "dump", "grph",
            ]
            .iter()
            .find_map(|word| rest.strip_prefix(word))
            .unwrap_or(rest);
            rest.starts_with(|letter: char| letter.is_ascii_uppercase())
        })
    })
}

/// Finds texts that are the name of an operator of the vendor's, or of its first phase, and nothing else.
fn operators_in(data: &[u8], into: &mut BTreeSet<String>) {
    for text in data.split(|&byte| byte == 0) {
        if !text.starts_with(b"acl") || !text.iter().all(u8::is_ascii_alphanumeric) {
            continue;
        }
        let name = String::from_utf8_lossy(text);
        let operator = name.trim_end_matches("GetWorkspaceSize");
        if ops::vendor_has(operator) {
            into.insert(operator.to_owned());
        }
    }
}

fn lacking<'a>(binaries: &'a [Binary], toolkit: &Toolkit) -> Vec<Lacks<'a>> {
    let beside: HashSet<&str> = binaries
        .iter()
        .filter_map(|binary| binary.path.file_name()?.to_str())
        .collect();
    let defined: HashSet<&str> = binaries
        .iter()
        .flat_map(|binary| binary.defined.iter().map(String::as_str))
        .collect();
    let lacks = |binary: &'a Binary| {
        let folders: Vec<PathBuf> = binary.search().collect();
        let is_there = |name: &str| {
            toolkit.libraries.contains(name)
                || beside.contains(name)
                || folders.iter().any(|folder| folder.join(name).exists())
        };
        let libraries = binary.libraries.iter().filter(|name| {
            LIBRARIES.iter().any(|start| name.starts_with(start)) && !is_there(name)
        });
        let mut symbols: Vec<&str> = binary
            .symbols
            .iter()
            .map(String::as_str)
            .filter(|name| !toolkit.symbols.contains(*name) && !defined.contains(name))
            .collect();
        // Another library that the file names may bring a name too, such as an operator package.
        for name in &binary.libraries {
            if symbols.is_empty() {
                break;
            }
            let mut paths = folders.iter().map(|folder| folder.join(name));
            let path = paths.find(|path| !toolkit.libraries.contains(name) && path.is_file());
            if let Some(library) = path.and_then(|path| Binary::read(&path).ok()?) {
                let brought: HashSet<&str> = library.defined.iter().map(String::as_str).collect();
                symbols.retain(|name| !brought.contains(name));
            }
        }
        let operators = binary
            .operators
            .iter()
            .filter(|name| !toolkit.has_operator(name) && !defined.contains(name.as_str()));
        Lacks {
            binary,
            libraries: libraries.map(String::as_str).collect(),
            symbols,
            operators: operators.map(String::as_str).collect(),
        }
    };
    binaries.iter().map(lacks).collect()
}

impl Lacks<'_> {
    fn object(&self) -> Value {
        json!({
            "file": self.binary.path.to_string_lossy(), "symbols": self.binary.symbols.len(),
            "operatorsByName": self.binary.operators.len(), "missingLibraries": self.libraries,
            "missingSymbols": self.symbols, "missingOperatorsByName": self.operators,
        })
    }

    fn print(&self) -> Result<(), String> {
        let binary = self.binary;
        let (asked, named) = (binary.symbols.len(), binary.operators.len());
        let is_complete = self.libraries.is_empty() && self.symbols.is_empty();
        if is_complete && self.operators.is_empty() {
            // In a folder most files have nothing to do with the toolkit.
            return match asked + named {
                0 => Ok(()),
                _ => say!(
                    "{}: has all it needs ({asked} symbols, {named} operators by name)",
                    binary.path.display()
                ),
            };
        }
        say!("{}: lacks", binary.path.display())?;
        for name in &self.libraries {
            say!("  library   {name}: neither in the toolkit nor where the loader looks")?;
        }
        for name in &self.symbols {
            let operator = name.trim_end_matches("GetWorkspaceSize");
            match ops::vendor_has(operator) {
                true => say!(
                    "  symbol    {name}: the vendor has this operator, hostnpu {} does not",
                    env!("CARGO_PKG_VERSION")
                )?,
                false => say!("  symbol    {}", readable(name))?,
            }
        }
        if !self.operators.is_empty() {
            say!(
                "  operators that it looks up by name when it calls them, {} of {named}:",
                self.operators.len()
            )?;
        }
        for name in &self.operators {
            say!("            {name}")?;
        }
        Ok(())
    }
}

/// A symbol as C++ spells it.
fn readable(symbol: &str) -> String {
    let parsed = cpp_demangle::Symbol::new(symbol).ok();
    let text = parsed.and_then(|parsed| parsed.demangle().ok());
    text.unwrap_or_else(|| symbol.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_vendors_are_known_from_others() {
        for name in [
            "aclnnAdd",
            "aclrtMalloc",
            "aclInit",
            "HcclAllReduce",
            "mluOpCreate",
            "cnrtMalloc",
            "_ZN2ge5GraphC1Ev",
            "_ZNK3atb9Operation4NameEv",
            "_ZTIN4gert6TensorE",
        ] {
            assert!(is_of_a_vendor(name), "{name}");
        }
        for name in [
            "aclocal",
            "malloc",
            "acl_get_file",
            "get_next",
            "_ZNSt6vectorIN2ge5ShapeEE4sizeEv",
            "generic",
        ] {
            assert!(!is_of_a_vendor(name), "{name}");
        }
    }

    #[test]
    fn operators_are_whole_texts() {
        let mut found = BTreeSet::new();
        operators_in(
            b"\0aclnnAdd\0aclnnSubGetWorkspaceSize\0aclnnMul failed\0aclnnop\0xaclnnDiv\0aclStftGetWorkspaceSize\0aclInit\0",
            &mut found,
        );
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["aclStft", "aclnnAdd", "aclnnSub"]
        );
    }
}
