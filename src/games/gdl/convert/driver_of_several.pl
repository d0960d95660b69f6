% The prefix PRE is replaced by one that no name of the game has; this line is left out.

% What runs the rules. States are sorted lists of facts; moves are lists of does(R, M), one for each
% player, in any order.
%   PREstart(S)          the first state
%   PREmoves(S, R, Ms)   legal moves of a player
%   PREnext(S, Ds, T)    the state after a move of all
%   PREover(S)           the game is over
%   PREvalue(S, R, V)    a player's goal value, the largest if there are several
%   PREplay(Dss, S)      the state after legal moves from the start

PREenter(S, Ds) :-
    retractall(true(_)), retractall(does(_, _)),
    forall(member(F, S), assertz(true(F))),
    forall(member(D, Ds), assertz(D)),
    abolish_all_tables.

PREmoves(S, R, Ms) :-
    PREenter(S, []),
    findall(M, legal(R, M), All),
    sort(All, Ms).

PREnext(S, Ds, T) :-
    PREenter(S, Ds),
    findall(F, next(F), Fs),
    sort(Fs, T).

PREvalue(S, R, V) :-
    PREenter(S, []),
    findall(N, (goal(R, N), number(N)), Ns),
    max_list(Ns, V).

PREplay(Dss, S) :- PREstart(S0), PREplay(Dss, S0, S).

PREplay([], S, S).
PREplay([Ds | Dss], S0, S) :-
    findall(R, role(R), Rs), sort(Rs, All),
    findall(R, member(does(R, _), Ds), Own), msort(Own, All),
    forall(member(does(R, M), Ds), (PREmoves(S0, R, Legal), memberchk(M, Legal))),
    PREnext(S0, Ds, S1),
    PREplay(Dss, S1, S).
