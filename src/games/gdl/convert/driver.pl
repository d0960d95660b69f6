% The prefix PRE is replaced by one that no name of the game has; this line is left out.

% What runs the rules. States are sorted lists of facts.
%   PREstart(S)       the first state
%   PREmoves(S, Ms)   legal moves
%   PREnext(S, M, T)  the state after a move
%   PREover(S)        the game is over
%   PREvalue(S, V)    the goal value, the largest if there are several
%   PREplay(Ms, S)    the state after legal moves from the start
%   PREcounter(F)     the fact F does nothing but count steps
%   PREseen(S, K)     what tells the state S from others: all facts but step counters
%   PREsolve(Ms)      a shortest plan for goal value 100, by iterative deepening; no state comes twice

PREenter(S, Ds) :-
    retractall(true(_)), retractall(does(_, _)),
    forall(member(F, S), assertz(true(F))),
    forall(member(D, Ds), (role(R), assertz(does(R, D)))),
    abolish_all_tables.

PREmoves(S, Ms) :-
    PREenter(S, []),
    findall(M, (role(R), legal(R, M)), All),
    sort(All, Ms).

PREnext(S, M, T) :-
    PREenter(S, [M]),
    findall(F, next(F), Fs),
    sort(Fs, T).

PREvalue(S, V) :-
    PREenter(S, []),
    findall(N, (role(R), goal(R, N), number(N)), Ns),
    max_list(Ns, V).

PREplay(Ms, S) :- PREstart(S0), PREplay(Ms, S0, S).

PREplay([], S, S).
PREplay([M | Ms], S0, S) :-
    PREmoves(S0, Legal),
    memberchk(M, Legal),
    PREnext(S0, M, S1),
    PREplay(Ms, S1, S).

PREsolve(Ms) :-
    PREstart(S),
    PREseen(S, K),
    between(0, inf, N),
    length(Ms, N),
    PREplan(Ms, S, [K]),
    !.

PREplan([], S, _) :- PREover(S), PREvalue(S, 100).
PREplan([M | Ms], S, Ks) :-
    \+ PREover(S),
    PREmoves(S, Legal),
    member(M, Legal),
    PREnext(S, M, T),
    PREseen(T, K),
    \+ memberchk(K, Ks),
    PREplan(Ms, T, [K | Ks]).

PREseen(S, K) :- exclude(PREcounter, S, K).
