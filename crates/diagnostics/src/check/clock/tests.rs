//! The clocks against a search in the graph of all that a program orders.

use proptest::prelude::*;

use super::*;

const STREAMS: usize = 4;
const EVENTS: usize = 3;
const NOTIFIES: usize = 6;
/// The last ones are words of memory, which are written once.
const FIRST_WORD: usize = 4;

/// A step of a random program. Numbers are taken modulo what there is.
#[derive(Clone, Copy, Debug)]
enum Line {
    Task(usize),
    Record(usize, usize),
    Wait(usize, usize),
    SynchronizeStream(usize),
    SynchronizeEvent(usize),
    Notify(usize, usize),
    Take(usize, usize),
    /// A function of the program in a stream, whose run is over before the next line.
    Call(usize),
    /// The host uses memory.
    Host,
}

fn line() -> impl Strategy<Value = Line> {
    let (stream, event, notify) = (0..STREAMS, 0..EVENTS, 0..NOTIFIES);
    prop_oneof![
        4 => stream.clone().prop_map(Line::Task),
        2 => (stream.clone(), event.clone()).prop_map(|(s, e)| Line::Record(s, e)),
        2 => (stream.clone(), event.clone()).prop_map(|(s, e)| Line::Wait(s, e)),
        1 => stream.clone().prop_map(Line::SynchronizeStream),
        1 => event.prop_map(Line::SynchronizeEvent),
        1 => (stream.clone(), notify.clone()).prop_map(|(s, n)| Line::Notify(s, n)),
        1 => (stream.clone(), notify).prop_map(|(s, n)| Line::Take(s, n)),
        1 => stream.prop_map(Line::Call),
        1 => Just(Line::Host),
    ]
}

/// The order that a program makes: an arrow goes from each node to those that come after it.
#[derive(Default)]
struct Graph {
    before: Vec<Vec<usize>>,
    /// The last node of each stream, and of the host.
    last: [Option<usize>; STREAMS + 1],
    records: [Option<usize>; EVENTS],
    /// The setting of each notify, and the wait for it.
    sets: [Option<usize>; NOTIFIES],
    takes: [Option<usize>; NOTIFIES],
    tasks: Vec<(usize, usize)>,
    uses: Vec<usize>,
}

const HOST: usize = STREAMS;

fn set(notify: usize) -> Edge {
    match notify < FIRST_WORD {
        true => Edge::Notify(notify),
        false => Edge::Write(notify, 7),
    }
}

fn take(notify: usize) -> Edge {
    match notify < FIRST_WORD {
        true => Edge::Take(notify),
        false => Edge::Await(notify, 7, |word, value| word == value),
    }
}

impl Graph {
    /// Adds a node to a stream, or to the host.
    fn add(&mut self, owner: usize) -> usize {
        let node = self.before.len();
        // The host submits what streams do: that comes after all that the host has seen.
        let seen = [self.last[owner], self.last[HOST]];
        self.before.push(seen.into_iter().flatten().collect());
        self.last[owner] = Some(node);
        node
    }

    /// All nodes before one.
    fn all_before(&self, node: usize) -> Vec<bool> {
        let mut is_before = vec![false; self.before.len()];
        let mut open = self.before[node].clone();
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut is_before[next], true) {
                open.extend(&self.before[next]);
            }
        }
        is_before
    }

    /// Returns true if the host may wait for a node: what it waits for comes by itself.
    fn ends(&self, node: usize) -> bool {
        let is_before = self.all_before(node);
        let open = self
            .takes
            .iter()
            .zip(&self.sets)
            .filter(|(_, set)| set.is_none());
        let mut open = open.filter_map(|(take, _)| *take);
        !open.any(|take| take == node || is_before[take])
    }
}

/// The tasks that each task, and each use by the host, knows to be over: as the clocks say it, and as the graph does.
fn judge(program: &[Line]) -> (Vec<Vec<bool>>, Vec<Vec<bool>>) {
    let mut order: Order<usize> = Order::default();
    let streams: Vec<usize> = (0..STREAMS).map(|_| order.stream()).collect();
    let mut graph = Graph::default();
    let mut clocks: HashMap<usize, (usize, u32, Clock)> = HashMap::new();
    let mut host_clocks = Vec::new();
    let (mut tickets, mut calls) = ([0_u64; EVENTS], 0);
    for line in program {
        let judge = &mut |judged: TaskOrder<usize>| {
            let judged = (
                judged.task,
                (judged.stream, judged.number, judged.clock.clone()),
            );
            assert!(
                clocks.insert(judged.0, judged.1).is_none(),
                "a task is judged once"
            );
        };
        match *line {
            Line::Task(s) => {
                let node = graph.add(s);
                graph.tasks.push((s, node));
                order.submit(streams[s], Step::Task(node), Stack::default(), judge);
            }
            Line::Record(s, e) => {
                graph.records[e] = Some(graph.add(s));
                tickets[e] += 1;
                order.submit(
                    streams[s],
                    Step::Order(Edge::Record(e, tickets[e])),
                    Stack::default(),
                    judge,
                );
            }
            Line::Wait(s, e) => {
                let Some(record) = graph.records[e] else {
                    continue;
                };
                let node = graph.add(s);
                graph.before[node].push(record);
                order.submit(
                    streams[s],
                    Step::Order(Edge::Wait(e, tickets[e])),
                    Stack::default(),
                    judge,
                );
            }
            Line::SynchronizeStream(s) => {
                let Some(last) = graph.last[s] else { continue };
                if graph.ends(last) {
                    let node = graph.add(HOST);
                    graph.before[node].push(last);
                    order.finished(streams[s], judge);
                }
            }
            Line::SynchronizeEvent(e) => {
                let Some(record) = graph.records[e] else {
                    continue;
                };
                if graph.ends(record) {
                    let node = graph.add(HOST);
                    graph.before[node].push(record);
                    order.reached(e, judge);
                }
            }
            // One setting and one wait of each notify, so that they are partners whatever the timing.
            Line::Notify(s, n) => {
                let waits_for_itself = |graph: &Graph, take: usize| {
                    let before = [graph.last[s], graph.last[HOST]].into_iter().flatten();
                    before
                        .into_iter()
                        .any(|last| last == take || graph.all_before(last)[take])
                };
                let take = graph.takes[n];
                if graph.sets[n].is_none()
                    && !take.is_some_and(|take| waits_for_itself(&graph, take))
                {
                    let node = graph.add(s);
                    graph.sets[n] = Some(node);
                    if let Some(take) = take {
                        graph.before[take].push(node);
                    }
                    order.submit(streams[s], Step::Order(set(n)), Stack::default(), judge);
                }
            }
            Line::Take(s, n) => {
                if graph.takes[n].is_none() {
                    let node = graph.add(s);
                    graph.takes[n] = Some(node);
                    graph.before[node].extend(graph.sets[n]);
                    order.submit(streams[s], Step::Order(take(n)), Stack::default(), judge);
                }
            }
            Line::Call(s) => {
                if graph.last[s].is_some_and(|last| !graph.ends(last)) {
                    continue;
                }
                calls += 1;
                order.submit(
                    streams[s],
                    Step::Order(Edge::Call(calls)),
                    Stack::default(),
                    judge,
                );
                order.submit(
                    streams[s],
                    Step::Order(Edge::Return(calls)),
                    Stack::default(),
                    judge,
                );
                order.call_begins(streams[s], calls, judge);
                order.call_ends(streams[s], calls, judge);
                let before = graph.last[s];
                let node = graph.add(HOST);
                graph.before[node].extend(before);
                graph.last[s] = Some(node);
            }
            Line::Host => {
                let node = graph.add(HOST);
                graph.uses.push(node);
                host_clocks.push(order.host().clone());
            }
        }
    }
    let known = |clock: &Clock| -> Vec<bool> {
        let is_over = |(_, node): &(usize, usize)| {
            let (stream, number, _) = clocks.get(node)?;
            Some(clock.of(*stream) >= *number)
        };
        graph
            .tasks
            .iter()
            .map(|task| is_over(task).unwrap_or(false))
            .collect()
    };
    let reached = |node: usize| -> Vec<bool> {
        let is_before = graph.all_before(node);
        graph
            .tasks
            .iter()
            .map(|(_, task)| is_before[*task])
            .collect()
    };
    let judged: Vec<usize> = graph
        .tasks
        .iter()
        .map(|(_, node)| *node)
        .filter(|node| clocks.contains_key(node))
        .collect();
    let by_clocks = judged
        .iter()
        .map(|node| known(&clocks[node].2))
        .chain(host_clocks.iter().map(known));
    let by_graph = judged
        .iter()
        .copied()
        .chain(graph.uses.iter().copied())
        .map(reached);
    // What is not judged waits for what never came.
    for (_, node) in graph
        .tasks
        .iter()
        .filter(|(_, node)| !clocks.contains_key(node))
    {
        assert!(!graph.ends(*node), "task {node} is not judged");
    }
    (by_clocks.collect(), by_graph.collect())
}

/// Work that the host has seen over was let go on by work that another stream's queue still holds, as the clocks know it.
#[test]
fn what_is_over_was_let_go_on() {
    let place = Stack::default();
    let mut order: Order<&str> = Order::default();
    let [first, second] = [order.stream(), order.stream()];
    let mut judged = Vec::new();
    let judge = &mut |task: TaskOrder<&'static str>| {
        judged.push((task.task, task.clock.of(1 - task.stream)))
    };
    // The host writes the first word itself, which the clocks do not see.
    order.submit(
        second,
        Step::Order(Edge::Await(8, 1, |word, value| word == value)),
        place,
        judge,
    );
    order.submit(second, Step::Task("writes"), place, judge);
    order.submit(second, Step::Order(set(5)), place, judge);
    order.submit(first, Step::Order(take(5)), place, judge);
    order.submit(first, Step::Task("reads"), place, judge);
    order.finished(first, judge);
    assert_eq!(order.host().of(second), 1);
    assert_eq!(judged, [("writes", 0), ("reads", 1)]);
}

#[test]
fn a_ring_of_waits_is_found() {
    let place = Stack::default();
    let mut order: Order<()> = Order::default();
    let [first, second, third] = [order.stream(), order.stream(), order.stream()];
    let mut submit = |stream, edge| order.submit(stream, Step::Order(edge), place, &mut |_| {});
    submit(first, Edge::Wait(1, 1));
    submit(first, Edge::Record(2, 1));
    submit(second, Edge::Wait(2, 1));
    submit(second, Edge::Record(1, 1));
    submit(third, Edge::Wait(1, 1));
    let ring = |(list, ring): (Vec<BlockedStream>, Option<usize>)| -> (Vec<usize>, Option<usize>) {
        (list.iter().map(|stuck| stuck.stream).collect(), ring)
    };
    assert_eq!(ring(order.stuck(first)), (vec![first, second], Some(0)));
    assert_eq!(
        ring(order.stuck(third)),
        (vec![third, second, first], Some(1))
    );
    // The program ends them.
    order.finished(first, &mut |_| {});
    order.finished(third, &mut |_| {});
    assert_eq!(ring(order.stuck(third)), (vec![], None));
}

fn holds_for(programs: u32) {
    let config = ProptestConfig {
        cases: programs,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(program in prop::collection::vec(line(), 1..40))| {
        let (by_clocks, by_graph) = judge(&program);
        prop_assert_eq!(by_clocks, by_graph);
    });
}

#[test]
fn clocks_say_what_the_graph_of_a_program_says() {
    holds_for(500);
}

/// `cargo test --release -p hostnpu-diagnostics --lib -- --ignored clocks_say`
#[test]
#[ignore = "a minute: 100,000 programs"]
fn clocks_say_what_the_graph_says_of_many_programs() {
    holds_for(100_000);
}
