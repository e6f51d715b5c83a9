//! Graphs that were built by hand: streams that activate each other, switch to each other, and jump to labels.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::watched::{CapturedTask, ReplayReporter};
use super::{Action, Graph, Node, abort, watch};
use crate::{Work, alias, share};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_diagnostics::hooks;

/// Comparison of two words of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named by its relation")]
pub enum Relation {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Relation {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Greater => left > right,
            Relation::GreaterOrEqual => left >= right,
            Relation::Less => left < right,
            Relation::LessOrEqual => left <= right,
        }
    }
}

/// A comparison of two words of memory, each of 4 or of 8 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    left: usize,
    relation: Relation,
    right: usize,
    is_wide: bool,
}

impl Test {
    /// Compares the words at two addresses.
    ///
    /// # Safety
    /// Both can be read, aligned to their size, whenever the graph runs.
    pub unsafe fn new(left: usize, relation: Relation, right: usize, is_wide: bool) -> Self {
        Self {
            left,
            relation,
            right,
            is_wide,
        }
    }

    fn holds(self) -> bool {
        let word = |address: usize| {
            // SAFETY: `Test::new` was promised aligned, readable words.
            unsafe {
                match self.is_wide {
                    true => (alias(address) as *const i64).read_volatile(),
                    false => (alias(address) as *const i32).read_volatile().into(),
                }
            }
        };
        self.relation.holds(word(self.left), word(self.right))
    }
}

/// Effect of a task of a built graph on the order of the others.
#[derive(Clone, Debug)]
pub enum Jump {
    /// Has the stream of this number run too.
    Activate(i32),
    /// Goes on in the stream of this number, if the test holds.
    Switch(Test, i32),
    /// A place to which others jump.
    Label(u64),
    /// Goes on at the label that the word at an address names.
    ToLabel(LabelIndex),
    /// The end of the graph's tasks.
    End,
}

/// A word of four bytes, and the labels among which it chooses: the last one, where it is too large.
#[derive(Clone, Debug)]
pub struct LabelIndex {
    word: usize,
    labels: Arc<[u64]>,
}

impl LabelIndex {
    /// Chooses among labels by the word at an address.
    ///
    /// # Safety
    /// The word can be read, aligned to 4, whenever the graph runs. There is a label at least.
    pub unsafe fn new(word: usize, labels: Arc<[u64]>) -> Self {
        Self { word, labels }
    }

    fn chosen(&self) -> Option<u64> {
        // SAFETY: `LabelIndex::new` was promised an aligned, readable word.
        let index = unsafe { (alias(self.word) as *const u32).read_volatile() } as usize;
        self.labels.get(index).or(self.labels.last()).copied()
    }
}

impl Jump {
    /// Returns true if it reads some of this memory.
    pub(super) fn uses(&self, memory: &Range<usize>) -> bool {
        let reads = |word: usize, bytes: usize| share(&(word..word + bytes), memory);
        match self {
            Jump::Switch(test, _) => {
                let bytes = if test.is_wide { 8 } else { 4 };
                reads(test.left, bytes) || reads(test.right, bytes)
            }
            Jump::ToLabel(index) => reads(index.word, 4),
            Jump::Activate(_) | Jump::Label(_) | Jump::End => false,
        }
    }
}

/// The tasks of a built graph, by stream.
pub(super) struct Program {
    lanes: Vec<Vec<Node>>,
    heads: Vec<usize>,
    places: HashMap<i32, usize>,
    labels: HashMap<u64, (usize, usize)>,
}

fn not_bound() -> Error {
    Error::from(Reason::State(
        "a task of the model instance goes to a stream that is not bound to it".into(),
    ))
}

impl Program {
    /// Puts the tasks of streams together. Those of `heads` begin; the others run when they are activated.
    pub(super) fn new(nodes: &[Node], streams: &[i32], heads: &[i32]) -> Result<Self> {
        let places: HashMap<i32, usize> = streams.iter().copied().zip(0..).collect();
        let place = |stream: &i32| places.get(stream).copied().ok_or_else(not_bound);
        let mut lanes = vec![Vec::new(); streams.len()];
        let mut labels = HashMap::new();
        for node in nodes {
            let lane = place(&node.stream)?;
            if let Action::Jump(Jump::Label(label)) = node.action {
                labels.insert(label, (lane, lanes[lane].len()));
            }
            lanes[lane].push(node.clone());
        }
        for node in nodes {
            match &node.action {
                Action::Jump(Jump::Activate(stream) | Jump::Switch(_, stream)) => {
                    place(stream)?;
                }
                Action::Jump(Jump::ToLabel(index))
                    if index.labels.iter().any(|label| !labels.contains_key(label)) =>
                {
                    return Err(Reason::State(
                        "a label of a list was set in no stream of the model instance".into(),
                    )
                    .into());
                }
                _ => {}
            }
        }
        let heads = heads.iter().map(place).collect::<Result<_>>()?;
        Ok(Self {
            lanes,
            heads,
            places,
            labels,
        })
    }

    /// Runs the streams that begin, one after the other, and those that they activate, until none is left.
    fn run(&self, graph: u32, running: Option<&ReplayReporter>) -> Result<()> {
        let watcher = watch::of(graph);
        let mut place = 0;
        let mut active: VecDeque<(usize, usize)> =
            self.heads.iter().map(|&lane| (lane, 0)).collect();
        while let Some((mut lane, mut at)) = active.pop_front() {
            abort::check()?;
            while let Some(node) = self.lanes[lane].get(at) {
                at += 1;
                place += 1;
                match &node.action {
                    Action::Work(work) => {
                        let run = || watch::run(watcher.as_ref(), place - 1, node.name, &**work);
                        match running {
                            None => run()?,
                            Some(running) => running.run((graph, place - 1), node, &run)?,
                        }
                    }
                    Action::Jump(Jump::Activate(stream)) => {
                        active.push_back((self.places[stream], 0));
                    }
                    Action::Jump(Jump::Switch(test, stream)) if test.holds() => {
                        active.push_back((self.places[stream], 0));
                        break;
                    }
                    Action::Jump(Jump::ToLabel(index)) => {
                        abort::check()?;
                        if let Some(label) = index.chosen() {
                            (lane, at) = self.labels[&label];
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// The work of a graph that was built by hand.
struct RunOf {
    program: Program,
    graph: u32,
}

impl Work for RunOf {
    fn run(&self) -> Result<()> {
        ReplayReporter::of_this_thread(|within| self.program.run(self.graph, within))
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.program
            .lanes
            .iter()
            .flatten()
            .any(|node| node.action.uses(memory))
    }

    fn describe(&self, to: &mut dyn FnMut(hooks::Description)) {
        let nodes = self.program.lanes.iter().flatten();
        nodes.for_each(|node| node.describe(self.graph, to));
    }
}

impl Graph {
    /// Says that a graph that was built by hand is complete.
    pub(super) fn complete_program(&self, streams: &[i32], heads: &[i32]) -> Result<()> {
        let nodes = self.nodes();
        let program = Program::new(&nodes, streams, heads)?;
        let id = self.id;
        let run = Node {
            stream: heads.first().copied().unwrap_or(0),
            name: "",
            action: Action::Work(Arc::new(RunOf { program, graph: id })),
            small: false,
            watched: CapturedTask::default(),
        };
        if nodes
            .iter()
            .any(|node| matches!(node.action, Action::Jump(_)))
        {
            self.set_loop();
        }
        *hostnpu_base::sync::lock(&self.shown) = Some(nodes);
        *hostnpu_base::sync::lock(&self.nodes) = Arc::new(vec![run]);
        self.complete();
        Ok(())
    }
}
